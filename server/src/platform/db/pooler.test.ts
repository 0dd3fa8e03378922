import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { POOL_SETTINGS, type Where } from "./connection.ts"
import { requireUsablePooler } from "./pooler.ts"
import { emptyDatabase } from "./testing.ts"
import { openPooler } from "./testing-pooler.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"

const OPTIONS = Object.entries(POOL_SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
const PGBOUNCER_INI = readFileSync(join(import.meta.dirname, "../../../../deploy/pgbouncer.ini"), "utf8")

/** An empty database, and its address with the settings that a pooler gives. */
async function openDatabase(): Promise<{ direct: Where; pooler: URL }> {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  const pooler = new URL((await openTcpProxy(connection)).where)
  pooler.searchParams.set("options", OPTIONS.join(" "))
  return { direct: connection, pooler }
}

const refusal = (direct: Where, pooler: URL, isPrepared = true) =>
  requireUsablePooler(direct, pooler.href, isPrepared).then(
    () => undefined,
    (error: Error) => error.message,
  )

test("a pooler to the same database with the same settings is used", async () => {
  const { direct, pooler } = await openDatabase()
  expect(await refusal(direct, pooler)).toBeUndefined()
})

test("a pooler to another database is refused", async () => {
  const [one, other] = [await openDatabase(), await openDatabase()]
  expect(await refusal(one.direct, other.pooler)).toBe(
    "DATABASE_URL and LISTEN_DATABASE_URL lead to different databases.",
  )
})

test.each(Object.keys(POOL_SETTINGS))("with another %s the line that mends it is in deploy/", async (name) => {
  const { direct, pooler } = await openDatabase()
  const other = `-c ${name}=${name === "TimeZone" ? "GMT" : 60_000}`
  pooler.searchParams.set("options", [...OPTIONS, other].join(" "))
  const message = await refusal(direct, pooler)
  const line = /connect_query='.*'$/.exec(message ?? "")?.[0]
  expect(PGBOUNCER_INI).toContain(line)
})

test("a pooler that mixes up prepared statements is used only without them", async () => {
  const { direct, pooler } = await openDatabase()
  const shared = Object.assign(new URL(pooler), { port: new URL(await openPooler(Number(pooler.port))).port })
  expect(await refusal(direct, shared)).toMatch(/^The pooler mixes up prepared statements: .*DATABASE_PREPARED=off\.$/)
  const again = Object.assign(new URL(pooler), { port: new URL(await openPooler(Number(pooler.port))).port })
  expect(await refusal(direct, again, false)).toBeUndefined()
})

test("a pooler that does not answer yet is waited for like a database", async () => {
  const { direct, pooler } = await openDatabase()
  await expect(requireUsablePooler(direct, Object.assign(pooler, { port: "1" }).href, true)).rejects.toMatchObject({
    name: "DatabaseUnreachableError",
  })
})
