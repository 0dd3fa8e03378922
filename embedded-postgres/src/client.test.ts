import { createServer } from "node:net"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openClient } from "./client.ts"
import { startEmbeddedPostgres } from "./start.ts"
import { scratchFolder, withCluster } from "./testing-processes.ts"

test("a query returns its rows, an error has its SQLSTATE, and the connection stays usable", async () => {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: withCluster() })
  const client = await openClient(connection, "test")
  expect(await client.query("select 1, null, 'é' union all select 2, '', 'b' order by 1")).toEqual([
    ["1", null, "é"],
    ["2", "", "b"],
  ])
  await expect(client.query("select 1/0")).rejects.toMatchObject({ code: "22012", message: "division by zero" })
  expect(await client.query("select repeat('x', 1000000)")).toEqual([["x".repeat(1_000_000)]])
  await client.close()
  await expect(client.query("select 1")).rejects.toThrow()
  await expect(openClient({ ...connection, user: "unknown" }, "test")).rejects.toMatchObject({ code: "28000" })
  await stop()
  await expect(openClient(connection, "test")).rejects.toMatchObject({ code: "ENOENT" })
})

test("a server that closes the connection during the start is an error", async () => {
  const path = join(scratchFolder(), "socket")
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => void server.close())
  await expect(openClient({ user: "a", database: "a", path }, "test")).rejects.toThrow()
})
