import { createServer } from "node:net"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openClient } from "./client.ts"
import { readMessages } from "./messages.ts"
import { startEmbeddedPostgres } from "./start.ts"
import { scratchFolder } from "./testing-processes.ts"

test("a query returns its rows as text, an error its SQLSTATE, and the connection goes on", async () => {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: scratchFolder() })
  const client = await openClient(connection, "test")
  expect(await client.query("select 1, null, 'é' union all select 2, '', 'b' order by 1")).toEqual([
    ["1", "", "é"],
    ["2", "", "b"],
  ])
  await expect(client.query("select 1/0")).rejects.toMatchObject({ code: "22012", message: "division by zero" })
  expect(await client.query("select repeat('x', 1000000)")).toEqual([["x".repeat(1_000_000)]])
  await client.close()
  await expect(client.query("select 1")).rejects.toThrow("closed the connection")
  await expect(openClient({ ...connection, user: "unknown" }, "test")).rejects.toMatchObject({ code: "28000" })
  await stop()
  await expect(openClient(connection, "test")).rejects.toMatchObject({ code: "ENOENT" })
})

test("a server that closes the connection during the start is an error", async () => {
  const path = join(scratchFolder(), "socket")
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => void server.close())
  await expect(openClient({ user: "a", database: "a", path }, "test")).rejects.toThrow(/closed the connection|EPIPE/)
})

test("messages are read whole, however the stream is cut", async () => {
  const bytes = Buffer.from([..."Z\0\0\0\x05I", ..."C\0\0\0\x04"].map((letter) => letter.charCodeAt(0)))
  for (let size = 1; size <= bytes.length; size += 1) {
    const messages = []
    for await (const { type, body } of readMessages(cut(bytes, size))) messages.push([type, body.toString()])
    expect(messages).toEqual([
      ["Z", "I"],
      ["C", ""],
    ])
  }
  await expect(readMessages(cut(Buffer.from("Z\0\0\0\x03"), 5)).next()).rejects.toThrow("protocol")
})

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
