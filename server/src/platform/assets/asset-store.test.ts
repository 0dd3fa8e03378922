import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import Fastify from "fastify"
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { loadPages } from "#platform/http/built-pages.ts"
import { type StoredFile, tagOf } from "#platform/http/stored-file.ts"
import { createAssetStore, sweepAssets } from "./asset-store.ts"

const DAY_MS = 86_400_000
const BR = brotliCompressSync("0123456789")
const SITE = { name: "HaiTech", url: "https://haitech.test", timeZone: "America/New_York" }

let database: FreshDatabase
let time: Date
const warnings: unknown[] = []
beforeEach(async () => {
  database = await freshDatabase()
  time = new Date("2026-01-02T03:04:05Z")
  warnings.length = 0
})
afterEach(() => database.release())

const log = { warn: (...args: unknown[]) => void warnings.push(args) }
const deps = () => ({ db: database.db, now: () => time })
const machine = () => createAssetStore({ ...deps(), log })
const names = async () =>
  (await database.sql<{ name: string }[]>`select name from assets order by name`).map(({ name }) => name)

function build(files: Readonly<Record<string, string>>): Map<string, StoredFile> {
  const stored = Object.entries(files).map(([path, content]) => [path, fileOf(content)] as const)
  return new Map(stored)
}

function fileOf(content: string): StoredFile {
  const raw = Buffer.from(content)
  const type = "text/javascript"
  return {
    type,
    cacheControl: "public, max-age=31536000, immutable",
    etag: tagOf(raw),
    raw: () => raw,
    br: BR,
  }
}

const comparable = (file: StoredFile | undefined) => file && { ...file, raw: file.raw().toString() }

test("each of two machines finds the assets of the other's build, and stores nothing else", async () => {
  const [old, renewed] = [machine(), machine()]
  await old.share(build({ "/assets/both-aaaaaaaa.js": "let a", "/assets/old-aaaaaaaa.js": "let b", "/robots.txt": "" }))
  await renewed.share(build({ "/assets/both-aaaaaaaa.js": "let a", "/assets/new-aaaaaaaa.js": "let c" }))
  expect(await names()).toEqual(["both-aaaaaaaa.js", "new-aaaaaaaa.js", "old-aaaaaaaa.js"])
  expect(comparable(await renewed.find("/assets/old-aaaaaaaa.js"))).toEqual(comparable(fileOf("let b")))
  expect(comparable(await old.find("/assets/new-aaaaaaaa.js"))).toEqual(comparable(fileOf("let c")))
})

test("a start sends only what is missing, and of a large build one megabyte at a time", async () => {
  const statements: string[] = []
  const watched = createAssetStore({
    now: () => time,
    log,
    db: new Proxy(database.db, {
      get(db, name) {
        if (name === "insert" || name === "update") statements.push(name)
        return Reflect.get(db, name, db)
      },
    }),
  })
  const large = "a".repeat(700_000)
  const first = { "/assets/b-aaaaaaaa.js": large, "/assets/a-aaaaaaaa.js": large, "/assets/c-aaaaaaaa.js": "let c" }
  await watched.share(build(first))
  expect(statements.splice(0)).toEqual(["update", "insert", "insert"])
  await watched.share(build(first))
  expect(statements).toEqual(["update"])
})

test("many starts of two builds at once store each of their assets", async () => {
  const paths = Array.from({ length: 300 }, (_, at) => `/assets/script-${String(at).padStart(8, "0")}.js`)
  const [one, two] = [paths.slice(0, 200), paths.slice(100).reverse()].map((some) =>
    build(Object.fromEntries(some.map((path) => [path, path.repeat(200)]))),
  )
  const starts = Array.from({ length: 12 }, (_, at) => machine().share((at % 2 ? one : two) ?? new Map()))
  await Promise.all([...starts, sweepAssets(deps())])
  expect(await names()).toHaveLength(300)
})

test("an asset goes 30 days after the last process that has it, and a process renews its own every day", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  await machine().share(build({ "/assets/old-aaaaaaaa.js": "", "/assets/kept-aaaaaaaa.js": "" }))
  vi.clearAllTimers()
  await machine().share(build({ "/assets/kept-aaaaaaaa.js": "" }))
  time = new Date(time.getTime() + 30 * DAY_MS)
  await sweepAssets(deps())
  expect(await names()).toHaveLength(2)
  time = new Date(time.getTime() + 1)
  vi.advanceTimersByTime(DAY_MS)
  await expect.poll(() => database.sql`select from assets where used_at = ${time}`).toHaveLength(1)
  await sweepAssets(deps())
  expect(await names()).toEqual(["kept-aaaaaaaa.js"])
  expect(warnings).toEqual([])
})

test("a renewal that fails is a warning", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  await machine().share(build({ "/assets/a-aaaaaaaa.js": "" }))
  await database.sql`drop table assets`
  vi.advanceTimersByTime(DAY_MS)
  await expect.poll(() => warnings).toEqual([[{ error: "42P01" }, "assets not renewed"]])
})

test("only names of assets are looked up", async () => {
  await database.sql`drop table assets`
  const { find } = machine()
  for (const path of [
    "/a.js",
    "/assets/",
    "/assets/..",
    "/assets/a/b.js",
    "/assets/%61.js",
    `/assets/${"a".repeat(201)}`,
  ])
    expect([path, await find(path)]).toEqual([path, undefined])
  await expect(find(`/assets/${"a".repeat(200)}`)).rejects.toThrow("assets")
})

test("a missing asset is looked up once, until another process may have stored it", async () => {
  const { find, forgetMissing } = machine()
  expect(await find("/assets/a-aaaaaaaa.js")).toBeUndefined()
  await machine().share(build({ "/assets/a-aaaaaaaa.js": "let a" }))
  expect(await find("/assets/a-aaaaaaaa.js")).toBeUndefined()
  forgetMissing()
  expect(comparable(await find("/assets/a-aaaaaaaa.js"))).toEqual(comparable(fileOf("let a")))
})

test("an asset of another build answers 304, HEAD, ranges and encodings as a file of the own build does", async () => {
  await machine().share(build({ "/assets/other-aaaaaaaa.js": "0123456789" }))
  const app = Fastify()
  const pages = await loadPages(emptyBuild({ "own-aaaaaaaa.js": "0123456789", "own-aaaaaaaa.js.br": BR }), SITE)
  await pages.shareAssets(machine())
  await pages.serve(app)
  for (const [method, headers, status, body] of [
    ["GET", {}, 200, "0123456789"],
    ["GET", { "accept-encoding": "br" }, 200, BR.toString()],
    ["GET", { "if-none-match": `"${tagOf(Buffer.from("0123456789"))}"` }, 304, ""],
    ["GET", { range: "bytes=2-4" }, 206, "234"],
    ["HEAD", {}, 200, ""],
  ] as const) {
    const [own, other] = await Promise.all(
      ["own", "other"].map((name) => app.inject({ method, url: `/assets/${name}-aaaaaaaa.js`, headers })),
    )
    expect([other?.statusCode, other?.body]).toEqual([status, body])
    expect(other?.headers).toEqual({ ...own?.headers, date: other?.headers["date"] })
  }
  expect((await app.inject("/assets/new-bbbbbbbb.js")).statusCode).toBe(404)
  await machine().share(build({ "/assets/new-bbbbbbbb.js": "let b" }))
  pages.refresh("courses")
  expect((await app.inject("/assets/new-bbbbbbbb.js")).statusCode).toBe(404)
  pages.refresh("assets")
  expect((await app.inject("/assets/new-bbbbbbbb.js")).statusCode).toBe(200)
})

function emptyBuild(assets: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), "assets-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ["pages", "render", "client/assets"]) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, "site.json"), JSON.stringify({ site: SITE, assets: {} }))
  writeFileSync(join(folder, "render/render.js"), "export const hasPage = () => false")
  writeFileSync(join(folder, "render/package.json"), '{"type":"module"}')
  for (const [name, content] of Object.entries(assets)) writeFileSync(join(folder, "client/assets", name), content)
  return folder
}
