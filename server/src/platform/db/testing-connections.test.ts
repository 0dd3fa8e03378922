import { expect, test } from "vitest"
import { type FreshDatabase, freshDatabase } from "./testing.ts"
import { openTestDb } from "./testing-sql.ts"

const pidOf = async ({ pool }: FreshDatabase) =>
  (await pool.query<{ pid: number }>({ name: "pid", text: "select pg_backend_pid() as pid" })).rows[0]?.pid

/** The processes of the first connection of one test's database and of the next test's. */
async function pidsAround(run: (one: FreshDatabase) => Promise<unknown>) {
  const one = await freshDatabase()
  const pid = await pidOf(one)
  await run(one)
  await one.release()
  const next = await freshDatabase()
  const pids = [pid, await pidOf(next)]
  return { pids, next }
}

// A pooler has its own connections, which outlive those of its clients.
const isDirect = !process.env["TEST_POOLER_URL"]

test.runIf(isDirect)("a connection is handed on without settings, locks, channels and temporary tables", async () => {
  const { pids, next } = await pidsAround(({ sql }) =>
    sql.unsafe(`
      set default_transaction_read_only = on; set timezone = 'America/New_York'; listen news;
      select pg_advisory_lock(1); create temporary table notes (); set default_transaction_read_only = off`),
  )
  expect(pids[1]).toBe(pids[0])
  const state = await next.sql`
    select current_setting('default_transaction_read_only') as read_only, current_setting('TimeZone') as zone,
      current_setting('statement_timeout') as timeout, to_regclass('notes') as notes,
      (select count(*)::int from pg_listening_channels()) as channels,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`
  expect(state).toEqual([{ read_only: "off", zone: "UTC", timeout: "15s", notes: null, channels: 0, locks: 0 }])
  await next.release()
})

test.runIf(isDirect).each<[string, (one: FreshDatabase) => Promise<unknown>]>([
  ["had an error", ({ sql }) => sql`select 1 / 0`.catch(() => undefined)],
  ["is in a transaction", ({ pool }) => pool.query("begin")],
  ["was ended by its pool", ({ pool }) => pool.end()],
  ["was lost", ({ sql }) => sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined)],
])("a connection that %s is not handed on", async (_, run) => {
  const { pids, next } = await pidsAround(run)
  expect(pids[1]).not.toBe(pids[0])
  await next.release()
})

test.runIf(isDirect)("a pool that a test opens itself gets none of the connections handed on", async () => {
  const one = await freshDatabase()
  const pids = await Promise.all([pidOf(one), pidOf(one)])
  await one.release()
  const next = await freshDatabase()
  const own = openTestDb(next.connection)
  const [row] = await own.sql`select pg_backend_pid() as pid`
  expect(pids).not.toContain(row?.["pid"])
  expect(pids).toContain(await pidOf(next))
  await own.close()
  await next.release()
})
