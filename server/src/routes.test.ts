import { readFileSync } from "node:fs"
import { api } from "@haitech/contract/api"
import { expect, test } from "vitest"
import { redirectRoutes, routes } from "./app.ts"
import type { Deps } from "./deps.ts"
import type { RouteHandler } from "./platform/http/handle.ts"
import { createTestApp } from "./testing.ts"

/** The routes of the platform, apart from pages and their files. */
const PLATFORM_ROUTES = ["/healthz", "/metrics", "/readyz", "/sitemap.xml", "/status.json", "/ws"].map(
  (path) => `public GET ${path}`,
)

test("every address of the router is in the access matrix", async () => {
  const app = await createTestApp()
  const tree = app.app.printRoutes({ commonPrefix: false })
  await app.close()
  const listed = new Set(readLines("access-matrix.txt").map((line) => line.split(" ")[2]))
  const addresses = parseAddresses(tree)
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses.filter((address) => !listed.has(address))).toEqual([])
})

/** Parses the router's tree, in which each node extends the address of its parent. */
function parseAddresses(tree: string): string[] {
  const parents: string[] = []
  return tree.split("\n").flatMap((line) => {
    const [, stem = "", name] = /^((?:[│ ] {3})*)[├└]── (\S+)/.exec(line) ?? []
    if (!name) return []
    const depth = stem.length / 4
    parents[depth] = (depth > 0 ? (parents[depth - 1] ?? "") : "") + name
    return [parents[depth]]
  })
}

test("every route of the contract has exactly one handler", () => {
  const handled = routes({} as Deps).map(({ route }) => route)
  expect(new Set(handled)).toEqual(new Set(Object.values(api)))
  expect(handled).toHaveLength(Object.values(api).length)
})

// Every change of access shows in this file, for reviewers.
test("the access matrix lists every call and every redirect route with its access", () => {
  const calls = Object.values(api).map(({ access, method, path }) => `${access} ${method} ${path}`)
  const list = [...calls, ...redirectRoutes({} as Deps).map(({ path }) => `public GET ${path}`), ...PLATFORM_ROUTES]
  expect(list.sort()).toEqual(readLines("access-matrix.txt"))
})

test("the read matrix lists which reads may come from the replica or from memory", () => {
  const reads = routes({} as Deps).filter(({ route }) => route.method === "GET")
  const from = ({ isStaleRead, rememberedTables }: RouteHandler) =>
    rememberedTables ? "memory" : isStaleRead ? "replica" : "primary"
  const list = reads.map((read) => `${from(read)} GET ${read.route.path}`)
  expect(list.sort()).toEqual(readLines("read-matrix.txt"))
})

function readLines(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
}
