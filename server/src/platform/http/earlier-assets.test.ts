import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { afterEach, beforeEach, expect, test } from "vitest"
import { earlierAssets, keepAssets } from "./earlier-assets.ts"

const DAY_MS = 24 * 3_600_000

let folder: string
let assets: string
let store: string
const warnings: string[] = []
const log = { warn: (line: unknown) => void warnings.push(String(line)) }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assets-"))
  assets = join(folder, "assets")
  store = join(folder, "data/assets")
  mkdirSync(assets)
  warnings.length = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

test("an asset of an earlier build is found, compressed and immutable", async () => {
  const compressed = brotliCompressSync("let a")
  build({ "page-aaaaaaaa.js": "let a", "page-aaaaaaaa.js.br": compressed })
  await keepAssets(assets, store, log)
  build({ "page-bbbbbbbb.js": "let b" })
  await keepAssets(assets, store, log)
  const found = await earlierAssets(store).find("/assets/page-aaaaaaaa.js")
  expect(found).toMatchObject({
    type: "text/javascript; charset=utf-8",
    cacheControl: "public, max-age=31536000, immutable",
  })
  expect([found?.raw().toString(), found?.br]).toEqual(["let a", compressed])
  expect(readdirSync(store)).toHaveLength(3)
})

test("an asset that no start has used for 30 days is deleted, a current one never", async () => {
  build({ "old-aaaaaaaa.js": "", "month-aaaaaaaa.js": "", "current-aaaaaaaa.js": "" })
  await keepAssets(assets, store, log)
  age("old-aaaaaaaa.js", 31)
  age("month-aaaaaaaa.js", 29)
  age("current-aaaaaaaa.js", 300)
  build({ "current-aaaaaaaa.js": "" })
  await keepAssets(assets, store, log)
  expect(readdirSync(store).toSorted()).toEqual(["current-aaaaaaaa.js", "month-aaaaaaaa.js"])
})

test("only names of assets are found", async () => {
  build({ "page-aaaaaaaa.js": "let a", "page-aaaaaaaa.js.br": "compressed" })
  await keepAssets(assets, store, log)
  writeFileSync(join(store, "../secret.js"), "secret")
  mkdirSync(join(store, "folder.js"))
  const { find } = earlierAssets(store)
  for (const path of ["page-aaaaaaaa.js", "/assets/", "/assets/../secret.js", "/assets/page-aaaaaaaa.js.br"])
    expect([path, await find(path)]).toEqual([path, undefined])
  for (const path of ["/assets/folder.js", "/assets/..", "/assets/none.js"])
    expect([path, await find(path)]).toEqual([path, undefined])
})

test("a store that cannot be written is a warning", async () => {
  build({ "page-aaaaaaaa.js": "let a" })
  writeFileSync(join(folder, "data"), "a file")
  await keepAssets(assets, store, log)
  expect(warnings).toHaveLength(1)
  expect(existsSync(store)).toBe(false)
})

function build(files: Readonly<Record<string, string | Buffer>>): void {
  rmSync(assets, { recursive: true })
  mkdirSync(assets)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(assets, name), content)
}

function age(name: string, days: number): void {
  const then = new Date(Date.now() - days * DAY_MS)
  utimesSync(join(store, name), then, then)
}
