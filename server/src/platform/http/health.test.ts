import { afterEach, expect, onTestFinished, test } from "vitest"
import { freshDatabase } from "#platform/db/testing.ts"
import { openTcpProxy } from "#platform/db/testing-line.ts"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { createTestApp, type TestApp } from "#testing.ts"

let app: TestApp
afterEach(() => app.close())

test("the product is live, ready and measurable, and the figures name no person and no address", async () => {
  app = await createTestApp()
  await app.send({ url: "/api/testimonials?who=canary" })
  expect((await app.send({ url: "/healthz" })).json()).toEqual({ status: "live" })
  expect((await app.send({ url: "/readyz" })).json()).toEqual({ status: "ready" })
  const { body } = await app.send({ url: "/metrics" })
  expect(body).toContain('http_request_seconds_count{method="GET",route="/api/testimonials",status="2xx"} 1')
  expect(body).toContain("outbox_waiting 0")
  expect(body).not.toContain("canary")
})

test("without its database the product is live but not ready, and busy rather than broken", async () => {
  app = await createTestApp()
  await app.database.pool.end()
  expect((await app.send({ url: "/healthz" })).statusCode).toBe(200)
  for (const url of ["/readyz", "/api/testimonials"]) {
    const answer = await app.send({ url })
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 503, "server.busy"])
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
  }
})

test("with a database that hangs the product is not ready long before the question is given up", async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  const line = await openTcpProxy(fresh.connection)
  const database = openTestDb(line.where, { answerMs: 6_000 })
  onTestFinished(database.close)
  app = await createTestApp({ database: { ...fresh, ...database } })
  await database.sql`select 1`
  line.choke()
  const order: unknown[] = []
  await Promise.all([
    database.sql`select 1`.catch(() => order.push("given up")),
    app.send({ url: "/readyz" }).then(({ statusCode }) => order.push(statusCode)),
  ])
  expect(order).toEqual([503, "given up"])
})
