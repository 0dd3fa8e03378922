import { and, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { searchFilters } from "./search.ts"

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.release())

async function isFound(text: string, query: string): Promise<boolean> {
  const filter = and(sql`true`, ...searchFilters(sql`fold(${text}::text)`, query))
  const { rows } = await fresh.db.execute<{ found: boolean }>(sql`select ${filter} as found`)
  return rows[0]?.found ?? false
}

test.each([
  ["kreyol", "Kreyòl"],
  ["KREYÒL", "kreyòl"],
  ["kreyo\u0300l", "Kreyòl"],
  ["kreyòl", "kreyo\u0300l"],
  ["evens", "ÉVENS"],
  ["rey", "Kreyòl"],
  ["noel rosemene", "Rosemène Noël"],
  ["  noel\t rosemene\n", "Rosemène Noël"],
  ["kr", "Kreyòl"],
  ["an", "Kreyòl ak Angle"],
  ["a", "Kreyòl ak Angle"],
  ["èd", "Ede m"],
  ["wi", "Bonjou.\nWi, mèsi"],
  ["wi", "Bonjou.\tWi, mèsi"],
  ["100%", "100% gratis"],
  ["%", "gratis % tout"],
  ["a_b", "x a_b x"],
  ["_b", "a _b"],
  ["c:\\x", "C:\\X"],
  ["\\", "a \\ b"],
  ["x'--", "x'--"],
  ["🎓🎓🎓", "x🎓🎓🎓"],
  ["øy", "Øyvind"],
])("a search for %j finds %j", async (query, text) => {
  expect(await isFound(text, query)).toBe(true)
})

test.each([
  ["noel ada", "Rosemène Noël"],
  ["ol", "Kreyòl"],
  ["l", "Kreyòl ak"],
  ["100%", "100 gratis"],
  ["%%%", "abc"],
  ["%", "gratis"],
  ["___", "abc"],
  ["_", "abc"],
  ["\\\\\\", "abc"],
  ["\\", "abc"],
  ["a_b", "axb"],
  ["🎓🎓", "x🎓🎓🎓"],
])("a search for %j does not find %j", async (query, text) => {
  expect(await isFound(text, query)).toBe(false)
})

test("a query without a word, or a list without search, adds no filters", () => {
  for (const query of [undefined, "", " \t\n", "\u0300"]) expect(searchFilters(sql`search`, query)).toEqual([])
  expect(searchFilters(undefined, "ada")).toEqual([])
})
