import { type Replication, startReplication, urlOf } from "@haitech/embedded-postgres/testing-standby"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { migrate } from "#platform/db/migrate.ts"
import { createReads, type Reads } from "#platform/db/reads.ts"
import { Replica } from "#platform/db/replica.ts"
import type { FreshDatabase } from "#platform/db/testing.ts"
import { openTestDb, type Sql } from "#platform/db/testing-sql.ts"
import { openTcpProxy } from "#platform/db/testing-tcp-proxy.ts"
import { checkReplica } from "#platform/system/replica.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, type TestApp } from "#testing.ts"

const INSTALLED = process.env["TEST_DATABASE_URL"]
const LIST = "/api/admin/memberships"

let replication: Replication
let database: FreshDatabase
let standby: Sql
let clock = Date.now()
const now = () => new Date(clock)
const closings: (() => Promise<void>)[] = []
beforeAll(async () => {
  if (!INSTALLED) return
  replication = await startReplication(INSTALLED)
  closings.push(replication.stop)
  const connection = urlOf(replication.ports.primary)
  await migrate(connection)
  const { close, ...primary } = openTestDb(connection, { waitMs: 60_000 })
  database = { ...primary, connection, release: async () => undefined }
  closings.push(close)
  // Only connections to a pooler may reach a standby.
  const opened = openTestDb(urlOfStandby(), { pooler: urlOfStandby() })
  closings.push(opened.close)
  standby = opened.sql
})
afterAll(async () => {
  for (const close of closings.reverse()) await close()
})

interface Running {
  readonly reads: Reads
  readonly warnings: unknown[]
  readonly app: TestApp
}

async function startProcess(url: string): Promise<Running> {
  const warnings: unknown[] = []
  const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) }
  const replica = new Replica({
    address: { url, isPooled: false },
    primary: database.pool,
    now,
    log,
    measureMs: 20,
  })
  onTestFinished(() => replica.close())
  const reads = createReads(database, replica, now)
  const app = await createTestApp({ database, reads })
  onTestFinished(app.close)
  return { reads, warnings, app }
}

const isRead = ({ reads }: Running) => {
  const before = reads.count().replica
  reads.dbFor(0)
  return reads.count().replica > before
}
const waitUntilRead = (running: Running) => expect.poll(() => isRead(running)).toBe(true)

const urlOfStandby = () => `postgres://haitech@127.0.0.1:${replication.ports.standby}/postgres`

/** An administrator who has written nothing lately, and one whose browser keeps all cookies. */
async function signIn({ app }: Running, name: string): Promise<{ reader: Browser; writer: Browser }> {
  const { id } = await register(app, name)
  await database.sql`update users set role = 'admin', is_admin = true where id = ${id}`
  const reader = await signInAs(app, id, "admin")
  const session = reader.cookie()
  return { reader, writer: { ...reader, ...writerWith(app, session) } }
}

function writerWith(app: TestApp, session: string): Browser {
  const guest = openBrowser(app)
  const cookie = () => [session, guest.cookie()].filter(Boolean).join("; ")
  return { cookie, send: (method, url, payload) => guest.send(method, url, payload, { cookie: cookie() }) }
}

async function emailsIn(browser: Browser, url = LIST): Promise<string[]> {
  const response = await browser.send("GET", url)
  expect(response.statusCode).toBe(200)
  return response.json<{ email: string }[]>().map(({ email }) => email)
}

const join = (browser: Browser, email: string) => browser.send("POST", "/api/membership", { name: "Ada", email })

test.runIf(INSTALLED)("a browser sees its own writes at any process, others see them within ten seconds", async () => {
  const [first, second] = [await startProcess(urlOfStandby()), await startProcess(urlOfStandby())]
  const { reader, writer } = await signIn(first, "one")
  for (const process of [first, second]) await waitUntilRead(process)
  await expect.poll(() => emailsIn(reader)).toEqual([])
  await standby`select pg_wal_replay_pause()`
  await expect.poll(() => pauseState()).toBe("paused")

  const { statusCode, cookies } = await join(writer, "own@example.org")
  expect(statusCode).toBe(201)
  expect(cookies).toEqual([
    expect.objectContaining({ name: "written", value: `${clock}`, httpOnly: true, sameSite: "Lax", maxAge: 60 }),
  ])
  expect(await emailsIn(writer)).toEqual(["own@example.org"])
  expect(await emailsIn(openBrowser(second.app, { cookie: writer.cookie() }))).toEqual(["own@example.org"])
  expect(await emailsIn(reader)).toEqual([])
  clock += 10_001
  expect(await emailsIn(reader)).toEqual(["own@example.org"])

  await standby`select pg_wal_replay_resume()`
  for (const process of [first, second]) await waitUntilRead(process)
  const { replica } = first.reads.count()
  expect(await emailsIn(writer)).toEqual(["own@example.org"])
  expect(first.reads.count().replica).toBe(replica + 1)
})

async function pauseState(): Promise<unknown> {
  const [row] = await standby`select pg_get_wal_replay_pause_state() as state`
  return row?.["state"]
}

test.runIf(INSTALLED)("an export is recorded on the primary, and its rows come from the replica", async () => {
  const process = await startProcess(urlOfStandby())
  const { reader } = await signIn(process, "two")
  await waitUntilRead(process)
  const { statusCode, body } = await reader.send("GET", `${LIST}/export`)
  expect([statusCode, body]).toEqual([200, expect.stringContaining("own@example.org")])
  expect(process.reads.count().repeated).toBe(0)
  expect(await database.sql`select 1 from audit_log where action = 'list.exported'`).toHaveLength(1)
})

test.runIf(INSTALLED)("the doctor finds the replica among several hosts", async () => {
  const { primary, standby: port } = replication.ports
  const url = `postgres://haitech@127.0.0.1:1,127.0.0.1:${primary},127.0.0.1:${port}/postgres`
  const findings = await checkReplica({ url, isPooled: false }, database.pool)
  expect(findings.map(({ code }) => code)).toEqual(["replica_ready"])
})

test.runIf(INSTALLED)("a statement that the replay cancels is repeated on the primary", async () => {
  const { reads, ...process } = await startProcess(urlOfStandby())
  await waitUntilRead({ reads, ...process })
  await database.sql`create table removed as select generate_series(1, 1000) as number`
  const slow = sql`select pg_is_in_recovery() as standby, pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`
  // Drizzle sends it with the first `then`.
  const answer = reads
    .dbFor(0)
    .execute<{ standby: boolean }>(slow)
    .then(({ rows }) => rows)
  await expect
    .poll(() => standby`select 1 from pg_stat_activity where query like '%pg_sleep(case%' and pid <> pg_backend_pid()`)
    .toHaveLength(1)
  await database.sql`delete from removed`
  await database.sql`vacuum removed`
  expect(await answer).toMatchObject([{ standby: false }])
  expect(reads.count().repeated).toBe(1)
})

test.runIf(INSTALLED).each(["closed", "stalled"] as const)("no call fails when the replica is %s", async (fault) => {
  const proxy = await openTcpProxy(urlOfStandby())
  const process = await startProcess(proxy.where)
  const { reader } = await signIn(process, fault)
  await waitUntilRead(process)
  const calls = Array.from({ length: 20 }, () => emailsIn(reader))
  if (fault === "closed") await proxy.close()
  else proxy.stall()
  calls.push(...Array.from({ length: 20 }, () => emailsIn(reader)))
  expect(new Set((await Promise.all(calls)).map(String))).toEqual(new Set(["own@example.org"]))
  await expect.poll(() => process.warnings).toEqual([{ fault: "silent" }])
  expect(await emailsIn(reader)).toEqual(["own@example.org"])
  if (fault === "closed") await proxy.open()
  else proxy.resume()
  await waitUntilRead(process)
})

test.runIf(INSTALLED)("a replica that is promoted is not read any more", async () => {
  const process = await startProcess(urlOfStandby())
  const { reader } = await signIn(process, "three")
  await waitUntilRead(process)
  await replication.promote()
  await expect.poll(() => process.warnings).toEqual([{ fault: "promoted" }])
  const { replica } = process.reads.count()
  expect(await emailsIn(reader)).toEqual(["own@example.org"])
  expect(process.reads.count().replica).toBe(replica)
})
