import { expect, test } from "vitest"
import { createPageFiles } from "./page-files.ts"
import type { StoredFile } from "./stored-file.ts"

const HTML = "text/html; charset=utf-8"
const SCRIPT = "text/javascript"

const stored = (type: string, content: string): StoredFile => ({
  type,
  cacheControl: "no-cache",
  etag: '"1"',
  raw: () => Buffer.from(content),
})

const BUILD = {
  "/assets/mount-1.js": stored(SCRIPT, 'import("./part-2.js")'),
  "/assets/part-2.js": stored(SCRIPT, 'import "./mount-1.js"; new URL("interpreter-3.wasm", import.meta.url)'),
  "/assets/interpreter-3.wasm": stored("application/wasm", "mount-9.js"),
  "/assets/mount-9.js": stored(SCRIPT, ""),
  "/fonts/figtree.woff2": stored("font/woff2", "-"),
  "/fragments/en/code.html": stored(HTML, '<link href="/assets/code-4.css">'),
  "/assets/code-4.css": stored("text/css", "url(../fonts/figtree.woff2)"),
  "/hero.mp4": stored("video/mp4", "-"),
  "/screens/lesson.webp": stored("image/webp", "-"),
}
const PAGE = stored(HTML, '<script src="/assets/mount-1.js"></script><video src="/hero.mp4">/screens/lesson.webp')

const list = (files: Record<string, StoredFile>, extra: string[] = []) =>
  createPageFiles(new Map(Object.entries(files)))(new Map([["/learn/a", PAGE]]), extra)
const addresses = (files: Record<string, StoredFile>, extra?: string[]) =>
  list(files, extra).files.map(({ address }) => address)

test("a list has what pages load, what those scripts load, and the pages last", () => {
  expect(addresses(BUILD)).toEqual([
    "/assets/mount-1.js",
    "/assets/part-2.js",
    "/assets/interpreter-3.wasm",
    "/learn/a",
  ])
})

test("files that no page names are listed with what they load", () => {
  expect(addresses(BUILD, ["/fragments/en/code.html", "/nothing.html"]).slice(0, 3)).toEqual([
    "/fragments/en/code.html",
    "/assets/code-4.css",
    "/fonts/figtree.woff2",
  ])
})

test("any change of a file is another version, and nothing else is", () => {
  const { version, files } = list(BUILD)
  expect(list({ ...BUILD, "/assets/mount-9.js": stored(SCRIPT, "changed") }).version).toBe(version)
  const changed = list({ ...BUILD, "/assets/interpreter-3.wasm": stored("application/wasm", "changed") })
  expect(changed.version).not.toBe(version)
  expect(changed.files.filter(({ digest }) => !files.some((file) => file.digest === digest))).toHaveLength(1)
})

test("a file has its size on the device, and the one that is sent", () => {
  const script = { ...stored(SCRIPT, "let a = 1"), br: Buffer.from("abc") }
  expect(list({ "/assets/mount-1.js": script }).files[0]).toMatchObject({ bytes: 9, sentBytes: 3 })
})

test("files with the same policies share one set of headers", () => {
  const { files, headers } = list(BUILD)
  const setOf = (address: string) => headers[files.find((file) => file.address === address)?.headers ?? -1]
  expect(setOf("/assets/mount-1.js")).toBe(setOf("/assets/part-2.js"))
  expect(setOf("/learn/a")).toMatchObject({ "content-type": HTML, "x-content-type-options": "nosniff" })
  expect(headers).toHaveLength(3)
})
