import { cpSync, existsSync, readFileSync, renameSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openClient } from "./client.ts"
import { type Connection, readConnection } from "./connection.ts"
import { postmasterOf } from "./postmaster.ts"
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./start.ts"
import { scratchFolder, startInOtherProcess, withCluster } from "./testing-processes.ts"

async function run(connection: Connection, sql: string): Promise<(string | null)[][]> {
  const client = await openClient(connection, "test")
  return await client.query(sql).finally(client.close)
}

/** Starts a server whose process is killed when a test fails before it stops the server. */
async function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  onTestFinished(() => {
    const running = postmasterOf(join(dataDir, "data"))
    if (running) process.kill(running.pid, "SIGKILL")
  })
  return await startEmbeddedPostgres({ dataDir, ...options })
}

const LONG = "deep".repeat(40)

test.each([
  ["a unix socket", "original", "copy", {}],
  ["a socket outside of a long path", LONG, `${LONG}-copy`, {}],
  ["a path that only the copy has too long", "original", LONG, {}],
  ["a path that only the original has too long", LONG, "copy", {}],
  ["a loopback port", "original", "copy", { tcp: true }],
])("a copied data directory starts beside the original: %s", async (_, from, to, options) => {
  const folder = scratchFolder()
  const [original, copied] = [join(folder, from), join(folder, to)]
  const first = await start("tcp" in options ? original : withCluster(original), options)
  await run(first.connection, "create table notes as select 'before' as text")
  await first.stop()
  cpSync(original, copied, { recursive: true, verbatimSymlinks: true })
  const [one, two] = [await start(original, options), await start(copied, options)]
  expect([one.attached, two.attached]).toEqual([false, false])
  expect(readConnection(original)).toEqual(one.connection)
  expect(readConnection(copied)).toEqual(two.connection)
  await run(one.connection, "insert into notes values ('original')")
  await run(two.connection, "insert into notes values ('copy')")
  expect(await run(one.connection, "table notes")).toEqual([["before"], ["original"]])
  expect(await run(two.connection, "table notes")).toEqual([["before"], ["copy"]])
  await two.stop()
  expect(await run(one.connection, "select 1")).toEqual([["1"]])
  await one.stop()
})

test.each([
  ["a unix socket", "original", {}],
  ["a socket outside of a long path", LONG, {}],
  ["a loopback port", "original", { tcp: true }],
])("a copy with the pid file of a running original starts its own server: %s", async (_, name, options) => {
  const folder = scratchFolder()
  const [original, copied] = [join(folder, name), join(folder, `${name}-copy`)]
  const one = await start("tcp" in options ? original : withCluster(original), options)
  await run(one.connection, "create table notes as select 'before' as text")
  await run({ ...one.connection, user: "postgres" }, "checkpoint")
  // Not a valid backup in general: nothing may write while the files are copied.
  cpSync(original, copied, { recursive: true, verbatimSymlinks: true, filter: (file) => !statSync(file).isSocket() })
  expect(existsSync(join(copied, "data", "postmaster.pid"))).toBe(true)
  const two = await start(copied, options)
  expect(two.attached).toBe(false)
  await run(two.connection, "insert into notes values ('copy')")
  expect(await run(one.connection, "table notes")).toEqual([["before"]])
  await one.stop()
  expect(await run(two.connection, "table notes")).toEqual([["before"], ["copy"]])
  await two.stop()
})

test("a data directory can be moved, because address.json does not hold its path", async () => {
  const folder = scratchFolder()
  const [before, after] = [join(folder, "before"), join(folder, "after")]
  expect(readConnection(before)).toBeUndefined()
  await (await start(withCluster(before))).stop()
  const address = JSON.parse(readFileSync(join(before, "address.json"), "utf8"))
  expect(address).toEqual({ user: "app", database: "postgres", socket: ".s.PGSQL.5432" })
  renameSync(before, after)
  const moved = await start(after)
  expect(moved.connection).toEqual({ user: "app", database: "postgres", path: join(after, ".s.PGSQL.5432") })
  await moved.stop()
})

test("a data directory with a too long path gets a private folder for the socket, which a stop removes", async () => {
  const dataDir = withCluster(join(scratchFolder(), LONG))
  const first = await start(dataDir)
  const path = "path" in first.connection ? first.connection.path : ""
  expect(path.length).toBeLessThan(104)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  const second = await startInOtherProcess(dataDir)
  expect(second.attached).toBe(true)
  await first.stop()
  expect(await second.query("select 1")).toEqual([["1"]])
  await second.stop()
  expect(existsSync(dirname(path))).toBe(false)
})
