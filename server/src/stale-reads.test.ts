import { afterAll, beforeAll, expect, test } from "vitest"
import type { Deps } from "#deps.ts"
import { createReads, type Reads } from "#platform/db/reads.ts"
import type { StatementWatch } from "#platform/db/slow-statements.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { routes } from "./app.ts"
import { type Browser, createTestApp, openBrowser, signInAsAdmin, type TestApp } from "./testing.ts"

const STALE_READS = routes({} as Deps).filter(({ isStaleRead }) => isStaleRead)
const START = 1_700_000_000_000
const LIST = "/api/admin/contacts"

const texts = { primary: [] as string[], replica: [] as string[] }
const watching = (into: string[]): StatementWatch => ({
  watch(statement, run) {
    into.push(statement.text)
    return run()
  },
  count: () => 0,
})

let fresh: FreshDatabase
let app: TestApp
let admin: Browser
let reads: Reads
let closing: readonly (() => Promise<unknown>)[]
let state: { freshAt: number; isThere: boolean }
beforeAll(async () => {
  fresh = await freshDatabase()
  const [primary, replica] = [texts.primary, texts.replica].map((into) =>
    openTestDb(fresh.connection, { watch: watching(into) }),
  ) as [ReturnType<typeof openTestDb>, ReturnType<typeof openTestDb>]
  const { close, ...database } = primary
  state = { freshAt: START, isThere: true }
  reads = createReads(
    database,
    {
      freshAt: () => state.freshAt,
      pool: () => (state.isThere ? replica.pool : undefined),
    },
    () => new Date(START),
  )
  app = await createTestApp({ database: { ...database, connection: fresh.connection, release: close }, reads })
  admin = await signInAsAdmin(app, "root")
  closing = [app.close, replica.close, fresh.release]
})
afterAll(async () => {
  for (const close of closing) await close()
})

async function send(browser: Browser, url: string) {
  for (const into of Object.values(texts)) into.length = 0
  return browser.send("GET", url)
}

test.each(STALE_READS.map(({ route }) => route))("$path reads from the replica alone", async ({ method, path }) => {
  expect(method).toBe("GET")
  const url = path.replace(/:\w+/, "0198c0de-0000-7000-8000-000000000000")
  const { statusCode } = await send(admin, `${url}${path.endsWith("/search") ? "?q=ada" : ""}`)
  expect([200, 404]).toContain(statusCode)
  expect(texts.replica).not.toEqual([])
  // The session decides and the export is recorded, so both are the primary's.
  expect(texts.primary.filter((text) => !/"(sessions|audit_log)"/.test(text))).toEqual([])
})

test("a browser that has just written reads from the primary until the replica is five seconds newer", async () => {
  const readsFrom = async (cookie: string) => {
    await send(openBrowser(app, { cookie: `${admin.cookie()}; ${cookie}` }), LIST)
    return texts.replica.length > 0 ? "replica" : "primary"
  }
  expect(await readsFrom(`written=${START - 5_000}`)).toBe("primary")
  expect(await readsFrom(`written=${START - 5_001}`)).toBe("replica")
  expect(await readsFrom(`written=${START * 2}`)).toBe("primary")
  for (const wrong of ["", "x", "-1", "9".repeat(14), `${START}.5`]) {
    expect(await readsFrom(`written=${wrong}`)).toBe("replica")
  }
  state.isThere = false
  expect(await readsFrom("")).toBe("primary")
  state.isThere = true
})

test("each change tells the browser its time, also one that is refused, and no read does", async () => {
  const cookieOf = async (method: "GET" | "POST" | "DELETE", url: string) => {
    const { cookies } = await openBrowser(app).send(method, url, method === "POST" ? {} : undefined)
    return cookies.find(({ name }) => name === "written")?.value
  }
  expect(await cookieOf("POST", "/api/contact")).toBe(String(START))
  expect(await cookieOf("POST", "/api/unknown")).toBe(String(START))
  expect(await cookieOf("DELETE", "/api/user")).toBe(String(START))
  expect(await cookieOf("GET", "/api/testimonials")).toBeUndefined()
})

test("over https the cookie is secure, and bound to the host", async () => {
  const secure = await createTestApp({ reads, siteUrl: "https://haitech.example" })
  const { cookies } = await openBrowser(secure, { origin: "https://haitech.example" }).send("POST", "/api/contact", {})
  expect(cookies).toMatchObject([{ name: "__Host-written", secure: true, httpOnly: true, path: "/", sameSite: "Lax" }])
  await secure.close()
})

test("without a replica no cookie is set", async () => {
  const alone = await createTestApp()
  expect((await openBrowser(alone).send("POST", "/api/contact", {})).cookies).toEqual([])
  await alone.close()
})

test("metrics count the reads and tell how old the replica is", async () => {
  await send(admin, LIST)
  const { body } = await app.send({ url: "/metrics" })
  expect(body).toMatch(/^database_stale_reads_total\{server="replica"\} [1-9]\d*$/m)
  expect(body).toMatch(/^database_stale_reads_total\{server="primary"\} [1-9]\d*$/m)
  expect(body).toMatch(/^database_stale_reads_total\{server="repeated"\} 0$/m)
  expect(body).toMatch(/^database_replica_lag_seconds 0$/m)
})
