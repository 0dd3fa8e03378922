import { readdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { readConnection } from "@haitech/embedded-postgres/connection"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildWithNewNames, DIST } from "./builds.ts"
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts"

const [oldDataDir, emptyDataDir] = [newDataDir(), newDataDir()]
let newBuild: string
let oldMachine: Product
let newMachine: Product

/** Two machines share a database and nothing else; the second one is new, and has the next build. */
beforeAll(async () => {
  newBuild = buildWithNewNames()
  oldMachine = await startProduct(oldDataDir)
  newMachine = await startProduct(emptyDataDir, { DATABASE_URL: databaseOf(oldDataDir) }, "dist/main.js", newBuild)
})

afterAll(async () => {
  await newMachine.stop()
  await oldMachine.stop()
  for (const folder of [oldDataDir, emptyDataDir]) removeDataDir(folder)
  rmSync(newBuild, { recursive: true })
})

test("a machine that runs the old build serves what a page of the new build needs", async () => {
  const assets = await assetsOf(newMachine)
  expect(assets.filter((path) => /-\d{8}\.js$/.test(path))).not.toEqual([])
  expect(await missingAt(oldMachine, [...assets, ...assetsIn(newBuild)])).toEqual([])
})

test("a new machine with an empty data folder serves what a page of the old build needs", async () => {
  const assets = await assetsOf(oldMachine)
  expect(assets.filter((path) => /-\d{8}\.js$/.test(path))).toEqual([])
  expect(await missingAt(newMachine, [...assets, ...assetsIn(DIST)])).toEqual([])
})

function databaseOf(dataDir: string): string {
  const connection = readConnection(join(dataDir, "postgres"))
  if (!connection) throw new Error("the product has no embedded database")
  const { user, database } = connection
  if (!("path" in connection)) {
    const { host, port, password } = connection
    return `postgres://${user}:${password}@${host}:${port}/${database}`
  }
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(dirname(connection.path))}`
}

async function assetsOf(machine: Product): Promise<string[]> {
  const pages = ["/", "/member-dashboard"].map(async (path) => (await fetch(machine.url + path)).text())
  return (await Promise.all(pages)).flatMap((html) => html.match(/\/assets\/[\w.~-]+/g) ?? [])
}

function assetsIn(build: string): string[] {
  const names = readdirSync(join(build, "client/assets"))
  return names.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => `/assets/${name}`)
}

async function missingAt(machine: Product, paths: readonly string[]): Promise<string[]> {
  const missing = [...new Set(paths)].map(async (path) => {
    const response = await fetch(machine.url + path)
    await response.arrayBuffer()
    return response.status === 200 ? [] : [path]
  })
  return (await Promise.all(missing)).flat()
}
