import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createConnection } from "./connection.ts"
import { download } from "./fetch-file.ts"

const FILES = ["/a", "/b"]

let bodies: Map<string, ReadableStreamDefaultController<Uint8Array>>
let controller: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  bodies = new Map()
  controller = new AbortController()
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === "/silent") return new Promise(() => undefined)
    return new Response(new ReadableStream({ start: (body) => void bodies.set(address, body) }))
  })
})
afterEach(() => vi.useRealTimers())

const send = async (address: string, text: string, ms: number) => {
  bodies.get(address)?.enqueue(new TextEncoder().encode(text))
  await vi.advanceTimersByTimeAsync(ms)
}

test("a connection that brings a byte before its time is up is never lost, however long a file takes", async () => {
  const slow = download("/a", createConnection(controller), "default")
  await vi.advanceTimersByTimeAsync(0)
  for (const part of "bonjou") await send("/a", part, 19_999)
  bodies.get("/a")?.close()
  expect(new TextDecoder().decode((await slow).body)).toBe("bonjou")
})

test("a body that stops in the middle is lost", async () => {
  const stalled = expect(download("/a", createConnection(controller), "default")).rejects.toThrow(TypeError)
  await vi.advanceTimersByTimeAsync(0)
  await send("/a", "bon", 19_999)
  expect(controller.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await stalled
})

test("what one file receives counts for those that wait for it, until nothing arrives", async () => {
  const connection = createConnection(controller)
  const [slow, waiting] = FILES.map((address) => download(address, connection, "default"))
  const ends = Promise.allSettled([slow, waiting])
  await vi.advanceTimersByTimeAsync(0)
  for (const part of "bonjou") await send("/a", part, 19_999)
  expect(controller.signal.aborted).toBe(false)
  bodies.get("/a")?.close()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await ends).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: expect.any(TypeError) }])
})

test("a request without a response is lost, and nothing is asked for after it", async () => {
  const connection = createConnection(controller)
  const silent = expect(download("/silent", connection, "default")).rejects.toThrow(TypeError)
  await vi.advanceTimersByTimeAsync(20_000)
  await silent
  await expect(download("/a", connection, "default")).rejects.toThrow(TypeError)
  expect(bodies.size).toBe(0)
})

test("time in which nothing is asked for does not count", async () => {
  const connection = createConnection(controller)
  const first = download("/a", connection, "default")
  await vi.advanceTimersByTimeAsync(0)
  bodies.get("/a")?.close()
  await first
  await vi.advanceTimersByTimeAsync(60_000)
  expect(controller.signal.aborted).toBe(false)
})

test("a pause ends at once what waits, with its own reason", async () => {
  const silent = expect(download("/silent", createConnection(controller), "default")).rejects.toThrow("paused")
  controller.abort(new Error("paused"))
  await silent
})
