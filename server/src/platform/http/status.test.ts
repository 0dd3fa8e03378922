import { expect, onTestFinished, test } from "vitest"
import { watchStatements } from "#platform/db/slow-statements.ts"
import { freshDatabase } from "#platform/db/testing.ts"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { openTcpProxy } from "#platform/db/testing-tcp-proxy.ts"
import { watchService } from "#platform/service-watch.ts"
import { createTestApp } from "#testing.ts"

/** Every statement takes longer than this. */
const NOTHING_MS = -1

async function openApp() {
  const fresh = await freshDatabase()
  const proxy = await openTcpProxy(fresh.connection)
  const watch = watchStatements({ warn: () => undefined }, NOTHING_MS)
  const database = { ...fresh, ...openTestDb(proxy.where, { max: 2, waitMs: 1000, watch }) }
  const services = { emails: watchService(), payments: watchService() }
  const app = await createTestApp({ database, services })
  onTestFinished(async () => {
    await app.close()
    await database.close()
    await fresh.release()
  })
  const read = async () => (await app.send({ url: "/status.json" })).json()
  return { app, proxy, services, read, statements: watch.count }
}

test("the status says what works, without a query, a cookie or a name of a provider", async () => {
  const { app, services, statements } = await openApp()
  await app.send({ url: "/api/testimonials" })
  services.payments.failed()
  const before = statements()
  const response = await app.send({ url: "/status.json", headers: { cookie: "session=unknown" } })
  expect(response.json()).toEqual({
    services: [
      { name: "site", state: "working", since: null },
      { name: "database", state: "working", since: null },
      { name: "emails", state: "unknown", since: null },
      { name: "payments", state: "failing", since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    ],
    notice: null,
  })
  expect(response.headers).toMatchObject({ "cache-control": "no-store" })
  expect([response.cookies, statements()]).toEqual([[], before])
})

test("without the database the status answers, and says so until the database is back", async () => {
  const { app, proxy, read } = await openApp()
  await proxy.close()
  proxy.resetConnections()
  await expect.poll(async () => (await app.send({ url: "/api/testimonials" })).statusCode).toBe(503)
  const { services } = await read()
  expect(services.slice(0, 2)).toEqual([
    { name: "site", state: "limited", since: services[1].since },
    { name: "database", state: "failing", since: expect.any(String) },
  ])
  await proxy.open()
  await expect.poll(async () => (await app.send({ url: "/api/testimonials" })).statusCode).toBe(200)
  expect((await read()).services[1]).toEqual({ name: "database", state: "working", since: null })
})

test("who opens a page or sends a plain form that fails for the moment gets a page, a program gets JSON", async () => {
  const { app, proxy } = await openApp()
  app.pages.failure = (status, language) => ({
    status,
    html: `page ${status} in ${language}`,
    headers: { "content-type": "text/html" },
  })
  await proxy.close()
  proxy.resetConnections()
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "ht" }
  const read = async (url: string, headers: Record<string, string>) => {
    const { statusCode, headers: sent, body } = await app.send({ url, headers })
    return [statusCode, sent["retry-after"], body]
  }
  expect(await read("/api/testimonials", browser)).toEqual([503, "5", "page 503 in ht"])
  expect(await read("/api/testimonials", { accept: "*/*" })).toEqual([
    503,
    "5",
    expect.stringContaining('"code":"server.busy"'),
  ])
  expect(await read("/api/unknown", browser)).toEqual([
    404,
    undefined,
    expect.stringContaining('"code":"call.unknown"'),
  ])
})

test("who opens a page or sends a plain form that runs into a bug gets a page, a program gets JSON", async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  app.pages.failure = (status, language) => ({ status, html: `page ${status} in ${language}`, headers: {} })
  await app.database.sql`alter table testimonials rename to others`
  const read = async (accept: string) => {
    const { statusCode, body } = await app.send({ url: "/api/testimonials", headers: { accept } })
    return [statusCode, body]
  }
  expect(await read("text/html,*/*;q=0.8")).toEqual([500, "page 500 in en"])
  expect(await read("application/json")).toEqual([500, expect.stringContaining('"code":"server.broke"')])
})
