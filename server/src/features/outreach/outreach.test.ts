import { afterEach, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { createTestApp, drawn, type TestApp } from "#testing.ts"
import { outreachJobs } from "./jobs.ts"
import { memberships } from "./table.ts"

const ADA = { name: "Ada Pierre", email: "ada@example.org" }

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const join = (payload: object, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url: "/api/membership", payload, headers })
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.send({
    method: "POST",
    url: "/api/membership",
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  })
const rows = () => app.database.db.select().from(memberships)
const emails = () => app.database.db.select().from(outbox)

test("the join dialog makes a member and asks for a welcome letter in the page's language", async () => {
  const answer = await join({ ...ADA, program: "coding" }, { "accept-language": "fr" })
  const [row] = await rows()
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    {
      ...ADA,
      program: "coding",
      interests: null,
      location: null,
      id: row?.id,
      createdAt: row?.createdAt.toISOString(),
    },
  ])
  expect(await emails()).toMatchObject([
    { kind: "membership.welcome", payload: { to: ADA.email, name: ADA.name, language: "fr" }, sentAt: null },
  ])
})

test("the newsletter form makes a member with interests and a location", async () => {
  await join({ ...ADA, interests: "web, Kreyòl", location: "Okap" })
  expect(await rows()).toMatchObject([{ program: null, interests: "web, Kreyòl", location: "Okap" }])
})

test("joining again refreshes the record, in any case of the address, and tells nothing of what was there", async () => {
  await join({ ...ADA, program: "coding", location: "Okap" })
  const again = await join({ name: "Ada P.", email: "ADA@Example.org", interests: "music" })
  expect([again.statusCode, again.json()]).toEqual([
    201,
    {
      name: "Ada P.",
      email: "ADA@Example.org",
      program: null,
      interests: "music",
      location: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  expect(await rows()).toMatchObject([
    { name: "Ada P.", email: ADA.email, program: "coding", interests: "music", location: "Okap" },
  ])
})

test("twenty clicks at once are one member and one letter, and all are answered 201", async () => {
  await app.close()
  app = await createTestApp()
  const twin = await createTestApp({ database: app.database })
  const send = (at: number) => (at % 2 ? app : twin).send({ method: "POST", url: "/api/membership", payload: ADA })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)))
  await twin.close()
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect([(await rows()).length, (await emails()).length]).toEqual([1, 1])
})

test("what is wrong is said field by field, in the reader's language, and changes nothing", async () => {
  const answer = await join({ name: " ", email: "ada@", program: "cooking" })
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      code: "request.invalid",
      message: "Name is required",
      fields: {
        name: "Name is required",
        email: "Please enter a valid email address",
        program: "Please choose one of the programs",
      },
    },
  ])
  const french = await join({ ...ADA, name: "" }, { "accept-language": "de, fr-CA;q=0.9, en;q=0.8" })
  expect(french.json().message).not.toBe("Name is required")
  expect([await rows(), await emails()]).toEqual([[], []])
})

test.each([
  ["nothing", undefined],
  ["a list", [ADA]],
  ["a text", '"Ada"'],
  ["null", "null"],
])("%s is not a request to join", async (_what, payload) => {
  const answer = await app.send({
    method: "POST",
    url: "/api/membership",
    headers: { "content-type": "application/json" },
    ...(payload !== undefined && { payload }),
  })
  expect([answer.statusCode, await rows()]).toEqual([400, []])
})

test("fields of the record that are not the caller's are ignored, not stored (D9)", async () => {
  const foreign = { id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", createdAt: "2001-01-01T00:00:00Z", isAdmin: true }
  expect((await join({ ...ADA, ...foreign })).statusCode).toBe(201)
  const [row] = await rows()
  expect([row?.id === foreign.id, row?.createdAt.getFullYear() === 2001]).toEqual([false, false])
})

test("markup and quotes are kept as typed", async () => {
  const name = `<b>O'Neil & "co"</b>`
  expect((await join({ ...ADA, name })).json().name).toBe(name)
  expect((await rows())[0]?.name).toBe(name)
})

test("another website cannot join for somebody", async () => {
  const foreign = [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }, { cookie: "theme=dark" }]
  for (const headers of [...foreign, { origin: "null" }]) {
    const answer = await join(ADA, headers as Record<string, string>)
    expect([headers, answer.statusCode, answer.json().code]).toEqual([headers, 403, "origin.foreign"])
  }
  expect(await rows()).toEqual([])
  expect((await join(ADA, { origin: "http://evil.test", host: "evil.test" })).statusCode).toBe(403)
  expect((await join(ADA, { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" })).statusCode).toBe(201)
  expect((await join(ADA, { origin: "http://192.168.1.5:3000", host: "192.168.1.5:3000" })).statusCode).toBe(201)
})

test("a reader without script is sent on to the page with thanks", async () => {
  const answer = await post({ ...ADA, interests: "", location: "", page: "/fr/about" })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr/about?sent=membership#membership"])
  expect(await emails()).toMatchObject([{ payload: { language: "fr" } }])
  expect((await post({ ...ADA, page: "https://evil.test" })).headers.location).toBe("/?sent=membership#membership")
})

test("a reader without script sees the form again with what was entered and what is wrong", async () => {
  const entered = { name: "Ada", email: "x", page: "/fr" }
  const answer = await post(entered)
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([400, "text/html"])
  expect(drawn(answer)).toMatchObject({
    path: "/",
    language: "fr",
    form: { name: "membership", sent: false, values: entered, fields: { email: "email.invalid" } },
  })
  expect(await rows()).toEqual([])
})

test("a password that was posted never comes back in a page", async () => {
  const answer = await post({ name: "", email: "x", password: "secret", confirmPassword: "secret", page: "/" })
  expect(answer.statusCode).toBe(400)
  expect(answer.body).not.toContain("secret")
})

test("an address may join thirty times an hour, then waits; the next hour is a new one", async () => {
  const many = (from: number) => join({ name: "Ada", email: `ada${from}@example.org` })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => many(at)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(30)
  const refused = await many(30)
  expect([refused.statusCode, refused.json().code, Number(refused.headers["retry-after"])]).toEqual([
    429,
    "rate.limited",
    3600,
  ])
  app.setNow(new Date("2026-01-02T04:04:06Z"))
  expect((await many(31)).statusCode).toBe(201)
})

test("one e-mail may be typed five times an hour, in any case of its letters", async () => {
  for (let time = 0; time < 5; time++) expect((await join(ADA)).statusCode).toBe(201)
  expect((await join({ ...ADA, email: "ADA@example.org" })).statusCode).toBe(429)
  expect((await post({ ...ADA, page: "/" })).statusCode).toBe(429)
})

test("the welcome letter is sent once, in the language of the page, with what was typed made harmless", async () => {
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const { database, deps } = app
  const worker = await startWorker({ database, handlers: outreachJobs(deps), now: deps.now, log })
  app.setNow(new Date(Date.now() + 1000))
  await join({ ...ADA, name: "<b>Ada</b>" }, { "accept-language": "en" })
  await join({ ...ADA, name: "<b>Ada</b>" }, { "accept-language": "en" })
  await worker.drain()
  await worker.stop()
  expect(app.emails).toMatchObject([{ to: ADA.email, language: "en", subject: "Welcome to HaiTech Learning" }])
  expect(app.emails[0]?.text).toContain("Welcome, <b>Ada</b>!")
  expect(app.emails[0]?.html).toContain("Welcome, &lt;b&gt;Ada&lt;/b&gt;!")
  expect(app.emails[0]?.html).toContain('href="http://localhost:3000/#programs-title"')
  expect(await emails()).toMatchObject([{ payload: null, lastError: null, attempts: 1 }])
})
