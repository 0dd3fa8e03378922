import { Writable } from "node:stream"
import { pino } from "pino"
import { afterEach, expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"

let app: TestApp
afterEach(() => app.close())

const CANARIES = ["canary-name", "canary@example.org", "canary-cookie", "canary-query", "203.0.113.9", "canary-path"]

function createCapturedLog() {
  let text = ""
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return { log: pino({ level: "trace" }, stream), text: () => text }
}

test("a request is logged as one line with its route pattern and no personal data", async () => {
  const { log, text } = createCapturedLog()
  app = await createTestApp({ log, trustProxy: 1 })
  const headers = { cookie: "a=canary-cookie", "x-forwarded-for": "203.0.113.9", "user-agent": "canary-name" }
  const origin = { origin: "http://localhost:3000" }
  const payload = { name: "canary-name", email: "canary@example.org" }
  const url = "/api/membership?canary-query=1"
  await app.send({ method: "POST", url, payload, headers: { ...headers, ...origin } })
  await app.send({
    method: "POST",
    url,
    payload: { ...payload, email: "canary@" },
    headers: { ...headers, ...origin },
  })
  await app.send({ url: "/api/canary-path/canary@example.org", headers })
  const lines = text().trim().split("\n")
  expect(lines.map((line) => JSON.parse(line)).map(({ method, route, status }) => [method, route, status])).toEqual([
    ["POST", "/api/membership", 201],
    ["POST", "/api/membership", 400],
    ["GET", "none", 404],
  ])
  expect(CANARIES.filter((canary) => text().includes(canary))).toEqual([])
})

test("a database error reveals no details to the caller and no row to the log", async () => {
  const { log, text } = createCapturedLog()
  app = await createTestApp({ log })
  await app.database.sql`alter table memberships drop column interests cascade`
  const payload = { name: "canary-name", email: "canary@example.org" }
  const response = await app.send({ method: "POST", url: "/api/membership", payload })
  expect([response.statusCode, response.json()]).toEqual([
    500,
    { code: "server.broke", message: "Something unexpected happened on our side. Please try again." },
  ])
  expect(text()).toContain("server.broke")
  expect(CANARIES.filter((canary) => text().includes(canary))).toEqual([])
})
