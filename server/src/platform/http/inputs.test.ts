import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { memberships } from "#features/outreach/table.ts"
import { createTestApp, type TestApp } from "#testing.ts"

let app: TestApp
let port: number
beforeAll(async () => {
  app = await createTestApp()
  await app.app.listen({ port: 0, host: "127.0.0.1" })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const url = "/api/membership"
const FORM = "application/x-www-form-urlencoded"
const send = (payload: string, type = "application/json") =>
  app.send({ method: "POST", url, payload, headers: type ? { "content-type": type } : {} })
const rows = () => app.database.db.select().from(memberships).orderBy(memberships.id)

/** Sends raw bytes that no HTTP client would send, and resolves with the raw response. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let response = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"))
    socket.on("data", (data) => {
      response += data
      socket.end()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve(response))
  })
}

test.each([
  ["broken JSON", '{"name":', 400],
  ["an empty JSON body", "", 400],
  ["a byte order mark", '\ufeff{"name":"Ada"}', 400],
  ["100,000 nested lists", "[".repeat(50_000), 413],
  ["40 nested objects", '{"a":'.repeat(40), 413],
  ["2,000 fields", `{${Array.from({ length: 2000 }, (_, i) => `"f${i}":1`).join(",")}}`, 413],
  ["a body of 70,000 bytes", JSON.stringify({ name: "a".repeat(70_000) }), 413],
  ["a prototype", '{"name":"Ada","email":"a@b.co","__proto__":{"isAdmin":true}}', 400],
  ["a constructor's prototype", '{"constructor":{"prototype":{"isAdmin":true}}}', 400],
  ["a number out of range", '{"name":"Ada","email":"a@b.co","extra":[1e400]}', 400],
  ["a duplicate name", '{"name":"Ada","email":"a@b.co","email":"c@d.co"}', 400],
  ["a duplicate name in escaped letters", '{"name":"Ada","email":"a@b.co","e\\u006dail":"c@d.co"}', 400],
  ["a duplicate name in a nested object", '{"name":"Ada","email":"a@b.co","extra":[{"a":1,"a":1}]}', 400],
  ["half a surrogate pair", '{"name":"\\ud83c","email":"a@b.co"}', 400],
  ["NUL", '{"name":"A\\u0000","email":"a@b.co"}', 400],
])("%s is refused and stores nothing", async (_what, body, status) => {
  const response = await send(body)
  expect([response.statusCode, Object.keys(response.json()).includes("code")]).toEqual([status, true])
  expect([await rows(), ({} as { isAdmin?: boolean }).isAdmin]).toEqual([[], undefined])
})

test.each([
  ["JSON with broken UTF-8", "application/json", '{"name":"Ad\xff","email":"a@b.co"}'],
  ["JSON after a byte order mark", "application/json", '\xef\xbb\xbf{"name":"Ada","email":"a@b.co"}'],
  ["JSON in UTF-16", "application/json", "\xff\xfe{\0}\0"],
  ["a form with broken UTF-8", FORM, "name=Ad\xff&email=a@b.co"],
  ["a form with percent-encoded broken UTF-8", FORM, "name=Ad%ff&email=a@b.co"],
  ["a form with an incomplete percent sign", FORM, "name=Ad%e&email=a@b.co"],
  ["a form with a duplicate field", FORM, "name=Ada&email=a@b.co&email=c@d.co"],
])("%s is refused as malformed and stores nothing", async (_what, type, bytes) => {
  const head = `POST ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: ${type}\r\n`
  const response = await raw(`${head}content-length: ${bytes.length}\r\n\r\n${bytes}`)
  expect([response.slice(0, 12), await rows()]).toEqual(["HTTP/1.1 400", []])
})

test("a client that disconnects in the middle of a body is not logged as a database error", async () => {
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, error: (...args: unknown[]) => void errors.push(args), fatal() {} }
  const other = await createTestApp({ log, database: app.database })
  await other.app.listen({ port: 0, host: "127.0.0.1" })
  const socket = connect((other.app.server.address() as AddressInfo).port, "127.0.0.1")
  socket.write(`POST ${url} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"na`)
  const request = await new Promise<IncomingMessage>((resolve) => other.app.server.once("request", resolve))
  socket.resetAndDestroy()
  await new Promise((resolve) => request.once("close", resolve))
  await other.close()
  expect(errors).toEqual([])
})

test.each(["/%", "/api/%ff", "/api/blog/%e0%a4", `/api/blog/${"a".repeat(300)}`])(
  "the invalid address %s gets the normal 404",
  async (address) => {
    const response = await raw(`GET ${address} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1.1 404 /)
    expect(response).toContain("x-content-type-options: nosniff")
    expect(response).toMatch(/"code":"(call|post)\.unknown"/)
  },
)

// The type must be read in one place: a variant that one check reads as JSON and another does not would bypass them.
test.each([
  ["", 415],
  ["text/plain", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/xml", 415],
  ["application/jsonp", 415],
  ["application/json-patch+json", 415],
  ["application/ld+json", 415],
  ["text/json", 415],
  ["application/json\ttext/plain", 415],
  ["application/json, text/plain", 415],
  ["application /json", 415],
  ["application/json; charset=utf-8", 400],
  ["APPLICATION/JSON", 400],
  ["application/json;", 400],
])("an invalid body of type %j is refused with %i", async (type, status) => {
  const response = await send('{"name":""}', type)
  expect([response.statusCode, await rows()]).toEqual([status, []])
})

test("a wrong method is 405 with the allowed methods", async () => {
  const response = await app.send({ method: "DELETE", url })
  expect([response.statusCode, response.headers.allow, response.json().code]).toEqual([405, "POST", "method.refused"])
  const list = await app.send({ method: "POST", url: "/api/testimonials", payload: {} })
  expect([list.statusCode, list.headers.allow]).toEqual([405, "GET, HEAD"])
  const head = await app.send({ method: "HEAD", url })
  expect([head.statusCode, head.headers.allow]).toEqual([405, "POST"])
  const record = await app.send({ method: "PUT", url: "/api/admin/users/role?x=1" })
  expect([record.statusCode, record.headers.allow]).toEqual([405, "GET, HEAD, POST"])
})

test.each(["/api", "/api/", "/api/nothing", "/api/Testimonials", "/api//testimonials", "/api/testimonials/"])(
  "the unknown call %s is 404 as JSON",
  async (unknown) => {
    const response = await app.send({ url: unknown })
    expect([response.statusCode, response.json().code]).toEqual([404, "call.unknown"])
  },
)

test("every response has the security headers, refusals included", async () => {
  for (const request of [
    { url: "/api/donation-settings" },
    { url: "/api/nothing" },
    { method: "POST" as const, url },
  ]) {
    const { headers } = await app.send(request)
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "private, no-store",
    })
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers["access-control-allow-origin"]).toBeUndefined()
  }
})

test("too large headers and invalid HTTP are refused, and the server keeps running", async () => {
  const many = "x-a: b\r\n".repeat(3000)
  expect(await raw(`GET /healthz HTTP/1.1\r\nhost: a\r\n${many}\r\n`)).toMatch(/^HTTP\/1.1 431 .*headers\.too_large/s)
  expect(await raw(`GET /healthz HTTP/1.1\r\nhost: a\r\ncookie: ${"a".repeat(64_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 /,
  )
  const unreadable = await raw("NOT HTTP\r\n\r\n")
  expect(unreadable).toMatch(/^HTTP\/1.1 400 .*request\.malformed/s)
  expect(unreadable).toContain("content-security-policy: default-src 'none'")
  expect(await raw("GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /)
})

test("a request with two body lengths is refused", async () => {
  const both = `POST ${url} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
  expect(await raw(both)).toMatch(/^HTTP\/1.1 400 /)
})
