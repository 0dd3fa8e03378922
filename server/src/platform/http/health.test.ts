import { afterEach, expect, onTestFinished, test } from "vitest"
import { freshDatabase } from "#platform/db/testing.ts"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { openTcpProxy } from "#platform/db/testing-tcp-proxy.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { createTestApp, type TestApp } from "#testing.ts"

let app: TestApp
afterEach(() => app.close())

test("the server is live and ready, and its metrics contain no personal data", async () => {
  app = await createTestApp()
  await app.send({ url: "/api/testimonials?who=canary" })
  expect((await app.send({ url: "/healthz" })).json()).toEqual({ status: "live" })
  expect((await app.send({ url: "/readyz" })).json()).toEqual({ status: "ready" })
  const { body } = await app.send({ url: "/metrics" })
  expect(body).toContain('http_requests_total{method="GET",route="/api/testimonials",status="200"} 1')
  expect(body).toContain('http_request_duration_seconds_count{kind="read"} 1')
  expect(body).toMatch(/^outbox_waiting 0$/m)
  expect(body).toMatch(/^database_up 1$/m)
  expect(body).not.toContain("canary")
})

test("the metrics show the pool, requests in flight, sockets, jobs and the build", async () => {
  app = await createTestApp()
  await enqueue(app.database.db, { kind: "account.welcome", key: "a", payload: {} })
  await app.database.sql`update outbox set failed_at = now(), attempts = 1`
  const url = await app.app.listen({ port: 0, host: "127.0.0.1" })
  const body = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(body)?.[1]
  expect({
    max: value("database_pool_connections_max"),
    queue: value("database_pool_waiting_requests"),
    inFlight: value("http_requests_in_flight"),
    sockets: value("websocket_connections"),
    failed: value("outbox_failed"),
    age: value("outbox_oldest_age_seconds"),
  }).toEqual({ max: "5", queue: "0", inFlight: "1", sockets: "0", failed: "1", age: "0" })
  expect(Number(value('database_pool_connections{state="idle"}'))).toBeGreaterThan(0)
  expect(body).toMatch(/^haitech_build_info\{version="\d+\.\d+\.\d+",node="v24\.[\d.]+"\} 1$/m)
})

test("without its database the metrics are still readable, and say so", async () => {
  app = await createTestApp()
  await app.database.pool.end()
  const { statusCode, body } = await app.send({ url: "/metrics" })
  expect([statusCode, /^database_up 0$/m.test(body), /^outbox_waiting Nan$/m.test(body)]).toEqual([200, true, true])
})

test("the metrics do not grow with the addresses that strangers call", async () => {
  app = await createTestApp()
  const read = async () =>
    (await app.send({ url: "/metrics" })).body.split("\n").filter((line) => line.includes("http_"))
  await app.send({ url: "/nobody/1" })
  await app.send({ url: "/about" })
  await read()
  const before = await read()
  for (let number = 0; number < 20; number++) await app.send({ url: `/nobody/${number}?x=${number}` })
  for (const url of ["/team", "/fr/about", "/es/donate", "/ht"]) await app.send({ url })
  expect((await read()).length).toBe(before.length)
})

test("while it drains the server is live and answers, but is not ready and closes each connection", async () => {
  let isDraining = false
  app = await createTestApp({ isDraining: () => isDraining })
  const read = async (url: string) => {
    const { statusCode, headers } = await app.send({ url })
    return [statusCode, headers.connection]
  }
  expect([await read("/readyz"), await read("/api/team")]).toEqual(Array(2).fill([200, "keep-alive"]))
  isDraining = true
  expect(await Promise.all(["/readyz", "/healthz", "/api/team", "/nobody"].map(read))).toEqual([
    [503, "close"],
    [200, "close"],
    [200, "close"],
    [404, "close"],
  ])
})

test.for([
  [{ token: "sixteen characters" }, { authorization: "Bearer sixteen characters" }, 200],
  [{ token: "sixteen characters" }, { authorization: "Bearer sixteen character" }, 404],
  [{ token: "sixteen characters" }, {}, 404],
  ["closed", { authorization: "Bearer closed" }, 404],
  ["open", {}, 200],
] as const)("with metrics access %j the header %j gets %i", async ([metricsAccess, headers, status]) => {
  app = await createTestApp({ metricsAccess })
  expect((await app.send({ url: "/metrics", headers })).statusCode).toBe(status)
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

test("while a pooler leads to a standby the server is not ready, and answers writes as busy", async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  await fresh.sql`create function pg_is_in_recovery() returns boolean return true`
  const { where } = await openTcpProxy(fresh.connection)
  const standby = "?options=-c+search_path=public,pg_catalog+-c+default_transaction_read_only=on"
  const database = openTestDb(where + standby)
  onTestFinished(database.close)
  app = await createTestApp({ database: { ...fresh, ...database } })
  expect((await app.send({ url: "/readyz" })).statusCode).toBe(503)
  const payload = { name: "Ti Jan", email: "jan@example.org" }
  const response = await app.send({ method: "POST", url: "/api/membership", payload })
  expect([response.statusCode, response.json().code]).toEqual([503, "server.busy"])
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
