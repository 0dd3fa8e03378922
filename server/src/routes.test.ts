import { readFileSync } from "node:fs"
import { api } from "@haitech/contract/api"
import { expect, test } from "vitest"
import { redirectRoutes, routes } from "./app.ts"
import type { Deps } from "./deps.ts"
import { createTestApp } from "./testing.ts"

/** What the ground itself answers, beside pages and their files. */
const GROUND = ["/healthz", "/metrics", "/readyz", "/sitemap.xml", "/ws"].map((path) => `public GET ${path}`)

test("every address that the router knows is on the guest list", async () => {
  const app = await createTestApp()
  const drawn = app.app.printRoutes({ commonPrefix: false })
  await app.close()
  const listed = new Set(listOf("access-matrix.txt").map((line) => line.split(" ")[2]))
  const known = addressesIn(drawn)
  expect(known.length).toBeGreaterThan(20)
  expect(known.filter((address) => !listed.has(address))).toEqual([])
})

/** The router draws a tree: what stands deeper goes on where its parent ends. */
function addressesIn(tree: string): string[] {
  const parents: string[] = []
  return tree.split("\n").flatMap((line) => {
    const [, stem = "", name] = /^((?:[│ ] {3})*)[├└]── (\S+)/.exec(line) ?? []
    if (!name) return []
    const depth = stem.length / 4
    parents[depth] = (depth > 0 ? (parents[depth - 1] ?? "") : "") + name
    return [parents[depth]]
  })
}

test("every call of the contract is answered, once", () => {
  const answered = routes({} as Deps).map(({ route }) => route)
  expect(new Set(answered)).toEqual(new Set(Object.values(api)))
  expect(answered).toHaveLength(Object.values(api).length)
})

// A change of who may do what is a change of this file, for a reviewer to see.
test("the guest list names every call, and every address that sends its visitors on, with who may come", () => {
  const calls = Object.values(api).map(({ access, method, path }) => `${access} ${method} ${path}`)
  const list = [...calls, ...redirectRoutes({} as Deps).map(({ path }) => `public GET ${path}`), ...GROUND]
  expect(list.sort()).toEqual(listOf("access-matrix.txt"))
})

function listOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
}
