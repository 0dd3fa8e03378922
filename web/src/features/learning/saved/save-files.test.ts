import type { PageFile } from "@haitech/contract/pages"
import { beforeEach, expect, test, vi } from "vitest"
import { createConnection } from "#platform/http/connection.ts"
import { digestOf, missingFiles, type Progress, saveFiles } from "./save-files.ts"

const FILES: Readonly<Record<string, string>> = {
  "/learn/a/one": "<p>one",
  "/assets/a-1.js": "let a",
  "/run/page.html": "<p>run",
  "/fragments/en/code.html": "<p>code",
}

let stored: Map<string, Map<string, Response>>
let requested: string[]
/** Named in the addresses of requests. */
let digests: Map<string, string>
let served: Record<string, string>

beforeEach(() => {
  stored = new Map()
  requested = []
  digests = new Map()
  served = { ...FILES }
  vi.stubGlobal("location", new URL("https://example.org/learn/a"))
  vi.stubGlobal("caches", {
    open: async (name: string) => openCache(name),
    match: async (address: string, { cacheName }: { cacheName: string }) => openCache(cacheName).match(address),
  })
  vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    const [path = "", query] = address.split("?")
    requested.push(path)
    if (query) digests.set(path, query)
    return new Response(served[path], { status: path in served ? 200 : 404 })
  })
})

function openCache(name: string) {
  const entries = stored.get(name) ?? new Map<string, Response>()
  stored.set(name, entries)
  return {
    match: async (address: string) => entries.get(address)?.clone(),
    put: async (address: string, response: Response) => void entries.set(address, response),
  }
}

function listed(files: Readonly<Record<string, string>> = FILES): Promise<PageFile[]> {
  const describe = async ([address, text]: readonly [string, string]) => ({
    address,
    bytes: 9,
    sentBytes: 4,
    headers: 0,
    digest: await digestOf(new TextEncoder().encode(text)),
  })
  return Promise.all(Object.entries(files).map(describe))
}

const open = () => createConnection(new AbortController())

test("files come before the pages that load them, and a second time nothing is fetched", async () => {
  const progress: Progress[] = []
  expect(await saveFiles(await listed(), (step) => progress.push(step), open())).toBe(true)
  expect(requested.at(-1)).toBe("/learn/a/one")
  expect(progress[0]).toMatchObject({ done: 0, total: 16 })
  expect(progress.at(-1)).toEqual({ done: 16, total: 16, saved: new Set(Object.keys(FILES)) })
  requested = []
  expect(await saveFiles(await listed(), () => undefined, open())).toBe(true)
  expect(requested).toEqual([])
})

test("only pages are requested by their digest, of which no cache has an older page", async () => {
  const files = await listed()
  expect(await saveFiles(files, () => undefined, open())).toBe(true)
  expect([...digests]).toEqual([["/learn/a/one", files[0]?.digest]])
})

test("a file that is another one than listed is not saved, and nor is any page", async () => {
  served["/assets/a-1.js"] = "let b"
  expect(await saveFiles(await listed(), () => undefined, open())).toBe(false)
  expect((await missingFiles(await listed())).map(({ address }) => address)).toEqual(["/learn/a/one", "/assets/a-1.js"])
})

test("a page that has changed meanwhile holds up none of the others", async () => {
  const lessons = Object.fromEntries(["b", "c", "d", "e", "f"].map((name) => [`/learn/a/${name}`, name]))
  const list = await listed({ "/learn": "<p>list", ...lessons })
  served = { "/learn": "<p>newer", ...lessons }
  const waiting = new Map(Object.keys(lessons).map((address) => [address, Promise.withResolvers<void>()]))
  const { fetch } = globalThis
  vi.stubGlobal("fetch", async (address: string, options: RequestInit) => {
    const response = await fetch(address, options)
    await waiting.get(address.split("?")[0] ?? "")?.promise
    return response
  })
  const saved = saveFiles(list, () => undefined, open())
  await expect.poll(() => requested).toEqual(["/learn", "/learn/a/b", "/learn/a/c", "/learn/a/d", "/learn/a/e"])
  for (const { resolve } of waiting.values()) resolve()
  expect(await saved).toBe(false)
  expect((await missingFiles(list)).map(({ address }) => address)).toEqual(["/learn"])
})

test("what was opened before is not fetched again, unless it has changed", async () => {
  await openCache("seen").put("/assets/a-1.js", new Response(FILES["/assets/a-1.js"]))
  await openCache("seen").put("/run/page.html", new Response("<p>old"))
  expect(await saveFiles(await listed(), () => undefined, open())).toBe(true)
  expect(requested.toSorted()).toEqual(["/fragments/en/code.html", "/learn/a/one", "/run/page.html"])
})

test("only what has changed is fetched for an update", async () => {
  await saveFiles(await listed(), () => undefined, open())
  requested = []
  digests = new Map()
  served["/learn/a/one"] = "<p>two"
  expect(await saveFiles(await listed(served), () => undefined, open())).toBe(true)
  expect(requested).toEqual(["/learn/a/one"])
})

test("who pauses keeps what is saved; a file that is not there is an error", async () => {
  const pause = new AbortController()
  const paused = saveFiles(await listed(), ({ done }) => done > 0 && pause.abort(), createConnection(pause))
  await expect(paused).rejects.toThrow("aborted")
  expect((await missingFiles(await listed())).length).toBeLessThan(4)
  delete served["/learn/a/one"]
  await expect(saveFiles(await listed(), () => undefined, open())).rejects.toMatchObject({ status: 404 })
})
