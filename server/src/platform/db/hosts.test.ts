import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { connect, disconnect } from "./connection.ts"
import { addressesOf } from "./hosts.ts"
import { freshDatabase } from "./testing.ts"
import { openTestDb } from "./testing-sql.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"
import { waitForDatabase } from "./wait.ts"

const AUTHENTICATION_OK = "520000000800000000"
const IN_HOT_STANDBY = `5300000016${Buffer.from("in_hot_standby\0on\0").toString("hex")}`
const READY_FOR_QUERY = "5a0000000549"
const STANDBY = { code: "CONNECTION_LOST", message: "the server is a standby" }

/** A server that greets as a standby does, in one packet. */
async function openStandby() {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.on("error", () => undefined)
    socket.once("data", () => socket.write(Buffer.from(AUTHENTICATION_OK + IN_HOT_STANDBY + READY_FOR_QUERY, "hex")))
  }).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => count }
}

/** A database behind a proxy, and the address of a URL with other hosts before or behind it. */
async function openPrimary() {
  const { connection, release } = await freshDatabase()
  onTestFinished(release)
  const proxy = await openTcpProxy(connection)
  const { host } = new URL(proxy.where)
  return { proxy, withHosts: (list: (own: string) => string[]) => proxy.where.replace(host, list(host).join()) }
}

test.each([
  ["postgres://a:b@one/name", ["postgres://a:b@one/name"]],
  ["postgres://a@one,two:6000/name?x=1,2", ["postgres://a@one/name?x=1,2", "postgres://a@two:6000/name?x=1,2"]],
  ["postgres://a:b@,c@one,[::1]:5/name", ["postgres://a:b@,c@one/name", "postgres://a:b@,c@[::1]:5/name"]],
  ["postgres:///name?host=/run", ["postgres:///name?host=/run"]],
  ["nonsense", ["nonsense"]],
])("%s leads to each of its hosts", (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})

test("a standby alone is refused by a connection and by the pool, and waited for at start", async () => {
  const { host } = await openStandby()
  const where = `postgres://haitech@${host}/haitech`
  await expect(connect(where)).rejects.toMatchObject(STANDBY)
  const { sql, close } = openTestDb(where)
  onTestFinished(close)
  await expect(sql`select 1`).rejects.toMatchObject(STANDBY)
  await expect(waitForDatabase(where, { seconds: 0, log: () => undefined })).rejects.toMatchObject({
    name: "DatabaseUnreachableError",
    message: "The database does not answer: the server is a standby (CONNECTION_LOST)",
  })
})

test("of several hosts the primary is used, wherever it stands, and no statement fails", async () => {
  const standby = await openStandby()
  const { withHosts } = await openPrimary()
  for (const where of [withHosts((own) => [own, standby.host]), withHosts((own) => [standby.host, own])]) {
    await disconnect(await connect(where))
    const { sql, close } = openTestDb(where, { max: 3 })
    const results = await Promise.all([1, 2, 3, 4].map((n) => sql`select ${n}::int as n`))
    expect(results.flat()).toEqual([1, 2, 3, 4].map((n) => ({ n })))
    await close()
  }
})

test("a host that accepts connections and never answers is left for the next one", async () => {
  const [silent, own] = [await openPrimary(), await openPrimary()]
  silent.proxy.stall()
  const { sql, close } = openTestDb(
    own.withHosts((host) => [new URL(silent.proxy.where).host, host]),
    { waitMs: 1_000 },
  )
  onTestFinished(close)
  expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
})

test("a pool stays with the primary and finds it again after it was away", async () => {
  const standby = await openStandby()
  const { proxy, withHosts } = await openPrimary()
  const { sql, pool, close } = openTestDb(
    withHosts((own) => [standby.host, own]),
    { max: 1 },
  )
  onTestFinished(close)
  const number = () => sql`select 1 as n`.then(([row]) => row?.["n"])
  expect(await number()).toBe(1)
  proxy.resetConnections()
  await expect.poll(() => pool.usage().idle).toBe(0)
  expect(await number()).toBe(1)
  expect(standby.connections()).toBe(1)
  await proxy.close()
  await expect.poll(() => pool.usage().idle).toBe(0)
  await expect(sql`select 1`).rejects.toMatchObject({ code: expect.stringMatching(/^(ECONNREFUSED|CONNECTION_LOST)$/) })
  await proxy.open()
  expect(await number()).toBe(1)
})
