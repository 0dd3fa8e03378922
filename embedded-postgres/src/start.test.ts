import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { openClient } from "./client.ts"
import { postmasterOf } from "./postmaster.ts"
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./start.ts"
import { scratchFolder, startInOtherProcess, withCluster } from "./testing-processes.ts"

async function startWithNotes(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, ...options })
  const query = async (sql: string) => {
    const client = await openClient(server.connection, "test")
    return await client.query(sql).finally(client.close)
  }
  await query("create table if not exists notes (text text primary key)")
  return { ...server, query }
}

const NOTES = "select text from notes order by text"

test("rows survive a stop and a start", async () => {
  const dataDir = join(scratchFolder(), "made", "on the way")
  const cold = await startWithNotes(dataDir)
  await cold.query("insert into notes values ('first')")
  await cold.stop()
  expect(postmasterOf(join(dataDir, "data"))).toBeUndefined()
  const warm = await startWithNotes(dataDir)
  expect(await warm.query(NOTES)).toEqual([["first"]])
  expect(warm.attached).toBe(false)
  await warm.stop()
})

test("a process that stands still while it looks for a server starts one nevertheless", async () => {
  const dataDir = withCluster()
  vi.useFakeTimers({ toFake: ["Date"] })
  onTestFinished(() => void vi.useRealTimers())
  const standStill = () => {
    unsubscribe("net.client.socket", onSocket)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100)
    vi.setSystemTime(Date.now() + 60_000)
  }
  // After the time limit is set, and in the phase of the event loop that timers follow before replies of the system.
  const onSocket = () => process.nextTick(standStill)
  subscribe("net.client.socket", onSocket)
  await nextTurn()
  const { attached, stop } = await startEmbeddedPostgres({ dataDir })
  expect(attached).toBe(false)
  await stop()
})

test("only the owner of the data directory reaches the server, and the role is no superuser", async () => {
  const dataDir = withCluster()
  const { connection, query, stop } = await startWithNotes(dataDir)
  expect(connection).toEqual({ user: "app", database: "postgres", path: join(dataDir, ".s.PGSQL.5432") })
  const settings = ["listen_addresses", "unix_socket_permissions", "fsync", "data_checksums", "TimeZone"]
  const columns = settings.map((name) => `current_setting('${name}')`).join()
  expect(await query(`select ${columns}, lower('ÉÒ')`)).toEqual([["", "0700", "on", "on", "UTC", "éò"]])
  expect(await query("select rolsuper or rolcreatedb from pg_roles where rolname = current_user")).toEqual([["f"]])
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  await stop()
})

test("the role and the database may have any names, and the role owns the database", async () => {
  const dataDir = scratchFolder()
  const names = { user: `o'brien "the" \\ reader`, database: "kreyòl; drop" }
  for (const rows of [[["1"]], [["1"], ["2"]]]) {
    const { connection, query, stop } = await startWithNotes(dataDir, names)
    expect(connection).toMatchObject(names)
    await query(`insert into notes values (${rows.length})`)
    expect(await query(NOTES)).toEqual(rows)
    expect(await query("select pg_get_userbyid(datdba) from pg_database where datname = current_database()")).toEqual([
      [names.user],
    ])
    await stop()
  }
})

test.each(["with space", "comma, \"quote\" and 'tick'", "colon:semi;dollar$", "kreyòl-日本"])(
  "a data directory may be named %s",
  async (name) => {
    const { query, stop } = await startWithNotes(withCluster(join(scratchFolder(), name)))
    expect(await query(NOTES)).toEqual([])
    await stop()
  },
)

test("two processes share one server, which runs until both have stopped", async () => {
  const dataDir = withCluster()
  const first = await startInOtherProcess(dataDir)
  await first.query("create table notes (text text)")
  const second = await startInOtherProcess(dataDir)
  expect([first.attached, second.attached]).toEqual([false, true])
  await first.stop()
  expect(await second.query("insert into notes values ('later') returning text")).toEqual([["later"]])
  await second.stop()
  expect(postmasterOf(join(dataDir, "data"))).toBeUndefined()
})

test("four simultaneous first starts create one cluster, and four simultaneous stops end it", async () => {
  const dataDir = scratchFolder()
  const four = await Promise.all([1, 2, 3, 4].map(() => startInOtherProcess(dataDir)))
  expect(four.map((one) => one.attached).toSorted()).toEqual([false, true, true, true])
  const systems = await Promise.all(four.map((one) => one.query("select system_identifier from pg_control_system()")))
  expect(systems).toEqual([1, 2, 3, 4].map(() => systems[0]))
  expect(systems[0]).toEqual([[expect.stringMatching(/^\d+$/)]])
  await Promise.all(four.map((one) => one.stop()))
  expect(postmasterOf(join(dataDir, "data"))).toBeUndefined()
  expect(readdirSync(dataDir).toSorted()).toEqual(["address.json", "data", "lib", "lock", "server.log"])
})

test("with `tcp` the server listens on the loopback only and asks for a password", async () => {
  const dataDir = scratchFolder()
  const { connection, query, stop } = await startWithNotes(dataDir, { tcp: true })
  expect(await query("select current_setting('listen_addresses')")).toEqual([["127.0.0.1"]])
  expect(existsSync(join(dataDir, ".s.PGSQL.5432"))).toBe(false)
  for (const user of ["app", "postgres"]) {
    const guess = openClient({ ...connection, user, password: "guess" } as typeof connection, "test")
    await expect(guess).rejects.toMatchObject({ code: "28P01" })
  }
  expect(readFileSync(join(dataDir, "address.json"), "utf8")).not.toContain("password")
  expect(statSync(join(dataDir, "password")).mode & 0o777).toBe(0o600)
  const second = await startInOtherProcess(dataDir)
  expect(second.attached).toBe(true)
  await stop()
  await second.stop()
  const again = await startWithNotes(dataDir, { tcp: true })
  expect(again.connection).toEqual(connection)
  await again.stop()
  await expect(query("select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" })
})

test("values in statements do not reach the server's log", async () => {
  const dataDir = withCluster()
  const { query, stop } = await startWithNotes(dataDir)
  const insert = "insert into notes values ('canary@example.org')"
  await query(insert)
  await expect(query(insert)).rejects.toMatchObject({ code: "23505" })
  await expect(query("select 'canary@example.org'::text::int")).rejects.toMatchObject({ code: "22P02" })
  await expect(query("select 'canary@example.org' from")).rejects.toMatchObject({ code: "42601" })
  await stop()
  const log = readFileSync(join(dataDir, "server.log"), "utf8")
  expect(log).toContain("ready to accept connections")
  expect(log).not.toContain("canary")
})
