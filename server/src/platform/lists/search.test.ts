import { and, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { searches } from "./search.ts"

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.release())

async function isFound(text: string, question: string): Promise<boolean> {
  const asked = and(sql`true`, ...searches(sql`fold(${text}::text)`, question))
  const { rows } = await fresh.db.execute<{ found: boolean }>(sql`select ${asked} as found`)
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
])("looking for %j finds %j", async (question, text) => {
  expect(await isFound(text, question)).toBe(true)
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
])("looking for %j does not find %j", async (question, text) => {
  expect(await isFound(text, question)).toBe(false)
})

test("a question without a word asks for nothing, and so does one where there is nothing to search", () => {
  for (const question of [undefined, "", " \t\n", "\u0300"]) expect(searches(sql`search`, question)).toEqual([])
  expect(searches(undefined, "ada")).toEqual([])
})
