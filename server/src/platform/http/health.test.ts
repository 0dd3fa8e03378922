import { afterEach, expect, onTestFinished, test } from "vitest"
import { freshDatabase } from "#platform/db/testing.ts"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { openTcpProxy } from "#platform/db/testing-tcp-proxy.ts"
import { createTestApp, type TestApp } from "#testing.ts"

let app: TestApp
afterEach(() => app.close())

test("the server is live and ready, and its metrics contain no personal data", async () => {
  app = await createTestApp()
  await app.send({ url: "/api/testimonials?who=canary" })
  expect((await app.send({ url: "/healthz" })).json()).toEqual({ status: "live" })
  expect((await app.send({ url: "/readyz" })).json()).toEqual({ status: "ready" })
  const { body } = await app.send({ url: "/metrics" })
  expect(body).toContain('http_request_seconds_count{method="GET",route="/api/testimonials",status="2xx"} 1')
  expect(body).toContain("outbox_waiting 0")
  expect(body).not.toContain("canary")
})

test("without its database the server is live, not ready, and answers as busy", async () => {
  app = await createTestApp()
  await app.database.pool.end()
  expect((await app.send({ url: "/healthz" })).statusCode).toBe(200)
  for (const url of ["/readyz", "/api/testimonials"]) {
    const response = await app.send({ url })
    expect([url, response.statusCode, response.json().code]).toEqual([url, 503, "server.busy"])
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0)
  }
})

test("while the database hangs, /readyz fails long before the query times out", async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  const proxy = await openTcpProxy(fresh.connection)
  const database = openTestDb(proxy.where, { responseMs: 6_000 })
  onTestFinished(database.close)
  app = await createTestApp({ database: { ...fresh, ...database } })
  await database.sql`select 1`
  proxy.stall()
  const order: unknown[] = []
  await Promise.all([
    database.sql`select 1`.catch(() => order.push("timed out")),
    app.send({ url: "/readyz" }).then(({ statusCode }) => order.push(statusCode)),
  ])
  expect(order).toEqual([503, "timed out"])
})
