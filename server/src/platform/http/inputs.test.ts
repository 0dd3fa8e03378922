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
const rows = () => app.database.db.select().from(memberships)

/** What comes back for bytes that no HTTP client would send; the status line, or nothing. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"))
    socket.on("data", (data) => {
      answer += data
      socket.end()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve(answer))
  })
}

test.each([
  ["broken JSON", '{"name":', 400],
  ["nothing of JSON's type", "", 400],
  ["a byte order mark", '\ufeff{"name":"Ada"}', 400],
  ["100,000 nested lists", "[".repeat(50_000), 413],
  ["40 nested objects", '{"a":'.repeat(40), 413],
  ["more fields than anybody needs", `{${Array.from({ length: 2000 }, (_, i) => `"f${i}":1`).join(",")}}`, 413],
  ["more bytes than anybody needs", JSON.stringify({ name: "a".repeat(70_000) }), 413],
  ["a prototype", '{"name":"Ada","email":"a@b.co","__proto__":{"isAdmin":true}}', 400],
  ["a constructor's prototype", '{"constructor":{"prototype":{"isAdmin":true}}}', 400],
  ["a number that is none", '{"name":"Ada","email":"a@b.co","extra":[1e400]}', 400],
  ["a name said twice", '{"name":"Ada","email":"a@b.co","email":"c@d.co"}', 400],
  ["a name said twice in other letters", '{"name":"Ada","email":"a@b.co","e\\u006dail":"c@d.co"}', 400],
  ["a name said twice further down", '{"name":"Ada","email":"a@b.co","extra":[{"a":1,"a":1}]}', 400],
  ["half a surrogate pair", '{"name":"\\ud83c","email":"a@b.co"}', 400],
  ["NUL", '{"name":"A\\u0000","email":"a@b.co"}', 400],
])("%s is refused and changes nothing", async (_what, body, status) => {
  const answer = await send(body)
  expect([answer.statusCode, Object.keys(answer.json()).includes("code")]).toEqual([status, true])
  expect([await rows(), ({} as { isAdmin?: boolean }).isAdmin]).toEqual([[], undefined])
})

test.each([
  ["JSON with broken UTF-8", "application/json", '{"name":"Ad\xff","email":"a@b.co"}'],
  ["JSON after a byte order mark", "application/json", '\xef\xbb\xbf{"name":"Ada","email":"a@b.co"}'],
  ["JSON in UTF-16", "application/json", "\xff\xfe{\0}\0"],
  ["a form with broken UTF-8", FORM, "name=Ad\xff&email=a@b.co"],
  ["a form with broken UTF-8 behind its signs", FORM, "name=Ad%ff&email=a@b.co"],
  ["a form with half a sign", FORM, "name=Ad%e&email=a@b.co"],
  ["a form with a field twice", FORM, "name=Ada&email=a@b.co&email=c@d.co"],
])("%s is refused and changes nothing", async (_what, type, bytes) => {
  const head = `POST ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: ${type}\r\n`
  const answer = await raw(`${head}content-length: ${bytes.length}\r\n\r\n${bytes}`)
  expect([answer.slice(0, 12), await rows()]).toEqual(["HTTP/1.1 400", []])
})

test("who hangs up in the middle of a body is not taken for a database that is away", async () => {
  const lines: unknown[] = []
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => void lines.push(line), fatal() {} }
  const other = await createTestApp({ log, database: app.database })
  await other.app.listen({ port: 0, host: "127.0.0.1" })
  const socket = connect((other.app.server.address() as AddressInfo).port, "127.0.0.1")
  socket.write(`POST ${url} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"na`)
  const request = await new Promise<IncomingMessage>((resolve) => other.app.server.once("request", resolve))
  socket.resetAndDestroy()
  await new Promise((resolve) => request.once("close", resolve))
  await other.close()
  expect(lines).toEqual([])
})

test.each(["/%", "/api/%ff", "/api/blog/%e0%a4", `/api/blog/${"a".repeat(300)}`])(
  "%s is no address, which is said like everything else",
  async (address) => {
    const answer = await raw(`GET ${address} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 404 /)
    expect(answer).toContain("x-content-type-options: nosniff")
    expect(answer).toMatch(/"code":"(call|post)\.unknown"/)
  },
)

// The type is read once, by the parser that acts on it: a variant that one place reads as JSON and another does not
// would walk past the checks.
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
])("a wrong body of type %j is refused with %i", async (type, status) => {
  const answer = await send('{"name":""}', type)
  expect([answer.statusCode, await rows()]).toEqual([status, []])
})

test("a call that takes no form refuses one, and a known path says how it can be asked", async () => {
  const answer = await app.send({ method: "DELETE", url })
  expect([answer.statusCode, answer.headers.allow, answer.json().code]).toEqual([405, "POST", "method.refused"])
  const list = await app.send({ method: "POST", url: "/api/testimonials", payload: {} })
  expect([list.statusCode, list.headers.allow]).toEqual([405, "GET, HEAD"])
})

test.each(["/api", "/api/", "/api/nothing", "/api/Testimonials", "/api//testimonials", "/api/testimonials/"])(
  "%s is no call, and says so as JSON",
  async (unknown) => {
    const answer = await app.send({ url: unknown })
    expect([answer.statusCode, answer.json().code]).toEqual([404, "call.unknown"])
  },
)

test("every answer carries the fixed headers, also a refusal", async () => {
  for (const request of [{ url: "/api/testimonials" }, { url: "/api/nothing" }, { method: "POST" as const, url }]) {
    const { headers } = await app.send(request)
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-store",
    })
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers["access-control-allow-origin"]).toBeUndefined()
  }
})

test("headers that are too large or no HTTP at all are refused, and the server goes on", async () => {
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

test("two lengths for one body are refused: a proxy may have read the other one", async () => {
  const both = `POST ${url} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
  expect(await raw(both)).toMatch(/^HTTP\/1.1 400 /)
})
