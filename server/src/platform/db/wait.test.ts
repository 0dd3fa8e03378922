import { once } from "node:events"
import { createServer, type Server } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { freshDatabase } from "./testing.ts"
import { openPooler } from "./testing-pooler.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"
import { waitForDatabase } from "./wait.ts"

const REFUSED = /^The database does not answer: connect ECONNREFUSED/

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server: Server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address ? address.port : 0
}

test("a database that boots later is waited for, and one line says so", async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  const proxy = await openTcpProxy(fresh.connection)
  await proxy.close()
  const lines: string[] = []
  const waiting = waitForDatabase(proxy.where, { seconds: 60, log: (line) => lines.push(line) })
  await expect.poll(() => lines.length).toBe(1)
  await proxy.open()
  await waiting
  expect(lines).toEqual([expect.stringMatching(/ECONNREFUSED.*\. Waiting for it, up to 60 seconds\.$/)])
})

test("the wait ends with the reason: after its time, or with its signal", async () => {
  const where = `postgres://app:hunter2@127.0.0.1:${await closedPort()}/app`
  await expect(waitForDatabase(where, { seconds: 0, log: () => undefined })).rejects.toThrow(REFUSED)
  const stopping = new AbortController()
  const log = () => stopping.abort()
  await expect(waitForDatabase(where, { seconds: 600, log, signal: stopping.signal })).rejects.toThrow(REFUSED)
})

test.each([
  ["a wrong name", { pathname: "/no-such-database" }, 'database "no-such-database" does not exist (3D000)'],
  ["no encryption", { search: "?sslmode=require" }, "The server does not support SSL connections"],
])("a database that refuses for good is not waited for: %s", async (_what, change, reason) => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  const proxy = await openTcpProxy(fresh.connection)
  const where = Object.assign(new URL(proxy.where), change).href
  const lines: string[] = []
  await expect(waitForDatabase(where, { seconds: 600, log: (line) => lines.push(line) })).rejects.toThrow(
    `The database cannot be used: ${reason}`,
  )
  expect(lines).toEqual([])
})

test("a pooler in transaction mode is refused", async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  const proxy = await openTcpProxy(fresh.connection)
  const { port, username, password, pathname } = new URL(proxy.where)
  const where = Object.assign(new URL(await openPooler(Number(port))), { username, password, pathname }).href
  await expect(waitForDatabase(where, { seconds: 60, log: () => undefined })).rejects.toThrow(
    /^The database is a pooler, which in transaction mode/,
  )
})

const POOLER = process.env["TEST_POOLER_URL"]
test.runIf(POOLER)(
  "PgBouncer is refused with the setting that helps, and used beside PostgreSQL's own address",
  async () => {
    const fresh = await freshDatabase()
    onTestFinished(fresh.release)
    const direct = String(fresh.connection)
    const pooler = Object.assign(new URL(POOLER ?? ""), { pathname: new URL(direct).pathname }).href
    const options = { seconds: 0, log: () => undefined }
    await expect(waitForDatabase(pooler, options)).rejects.toThrow(/LISTEN_DATABASE_URL must lead past it\.$/)
    await waitForDatabase(direct, { ...options, pool: { pooler, isPrepared: false } })
  },
)
