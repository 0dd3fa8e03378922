import { afterEach, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { Problem } from "#platform/problem.ts"
import { createTestApp, readPageRequest, type TestApp } from "#testing.ts"
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
const rows = () => app.database.db.select().from(memberships).orderBy(memberships.id)
const jobs = () => app.database.db.select().from(outbox).orderBy(outbox.id)

test("the join dialog stores a membership and schedules a welcome email in the page's language", async () => {
  const response = await join({ ...ADA, program: "coding" }, { "accept-language": "fr" })
  const [row] = await rows()
  expect([response.statusCode, response.json()]).toEqual([
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
  expect(await jobs()).toMatchObject([
    { kind: "membership.welcome", payload: { to: ADA.email, language: "fr" }, sentAt: null },
  ])
})

test("the newsletter form stores a membership with interests and location", async () => {
  await join({ ...ADA, interests: "web, Kreyòl", location: "Okap" })
  expect(await rows()).toMatchObject([{ program: null, interests: "web, Kreyòl", location: "Okap" }])
})

test("joining again with the email in any case updates the membership and reveals nothing stored", async () => {
  await join({ ...ADA, program: "coding", location: "Okap" })
  const repeated = await join({ name: "Ada P.", email: "ADA@Example.org", interests: "music" })
  expect([repeated.statusCode, repeated.json()]).toEqual([
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

test("twenty concurrent requests store one membership, schedule one email and all get 201", async () => {
  await app.close()
  app = await createTestApp()
  const twin = await createTestApp({ database: app.database })
  const send = (index: number) =>
    (index % 2 ? app : twin).send({ method: "POST", url: "/api/membership", payload: ADA })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
  await twin.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect([(await rows()).length, (await jobs()).length]).toEqual([1, 1])
})

test("an invalid request gets field errors in the reader's language and changes nothing", async () => {
  const response = await join({ name: " ", email: "ada@", program: "cooking" })
  expect([response.statusCode, response.json()]).toEqual([
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
  expect([await rows(), await jobs()]).toEqual([[], []])
})

test.each([
  ["no value", undefined],
  ["a list", [ADA]],
  ["a text", '"Ada"'],
  ["null", "null"],
])("%s as request body is refused", async (_what, payload) => {
  const response = await app.send({
    method: "POST",
    url: "/api/membership",
    headers: { "content-type": "application/json" },
    ...(payload !== undefined && { payload }),
  })
  expect([response.statusCode, await rows()]).toEqual([400, []])
})

test("fields that a caller may not set are ignored (D9)", async () => {
  const foreign = { id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", createdAt: "2001-01-01T00:00:00Z", isAdmin: true }
  expect((await join({ ...ADA, ...foreign })).statusCode).toBe(201)
  const [row] = await rows()
  expect([row?.id === foreign.id, row?.createdAt.getFullYear() === 2001]).toEqual([false, false])
})

test("markup and quotes are stored as typed", async () => {
  const name = `<b>O'Neil & "co"</b>`
  expect((await join({ ...ADA, name })).json().name).toBe(name)
  expect((await rows())[0]?.name).toBe(name)
})

test("a cross-origin request to join is refused", async () => {
  const foreign = [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }, { cookie: "theme=dark" }]
  for (const headers of [...foreign, { origin: "null" }]) {
    const response = await join(ADA, headers as Record<string, string>)
    expect([headers, response.statusCode, response.json().code]).toEqual([headers, 403, "origin.foreign"])
  }
  expect(await rows()).toEqual([])
  expect((await join(ADA, { origin: "http://evil.test", host: "evil.test" })).statusCode).toBe(403)
  expect((await join(ADA, { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" })).statusCode).toBe(201)
  expect((await join(ADA, { origin: "http://192.168.1.5:3000", host: "192.168.1.5:3000" })).statusCode).toBe(201)
})

test("a form without script opens the registration, which thanks by name and is filled in", async () => {
  const response = await post({ ...ADA, program: "coding", interests: "", location: "", page: "/fr/about" })
  expect([response.statusCode, response.headers.location]).toEqual([200, undefined])
  const values = {
    firstName: "Ada",
    lastName: "Pierre",
    username: "ada.pierre",
    email: ADA.email,
    program: "coding",
  }
  expect(readPageRequest(response)).toEqual({
    path: "/register",
    language: "fr",
    joined: "Ada Pierre",
    form: { name: "register", sent: false, values, fields: {} },
  })
  expect(await jobs()).toMatchObject([{ payload: { language: "fr" } }])
})

test("a form without script that is stored while no page can be rendered is redirected, without personal data", async () => {
  const { render } = app.pages
  app.pages.render = () => Promise.reject(new Problem("server.busy"))
  const response = await post({ ...ADA, page: "/ht" })
  app.pages.render = render
  expect([response.statusCode, response.headers.location]).toEqual([303, "/ht/register?sent=membership"])
  expect(await rows()).toHaveLength(1)
})

test("an invalid form without script is rendered again with its values and errors", async () => {
  const entered = { name: "Ada", email: "x", page: "/fr" }
  const response = await post(entered)
  expect([response.statusCode, response.headers["content-type"]]).toEqual([400, "text/html"])
  expect(readPageRequest(response)).toMatchObject({
    path: "/",
    language: "fr",
    form: { name: "membership", sent: false, values: entered, fields: { email: "email.invalid" } },
  })
  expect(await rows()).toEqual([])
})

test("a posted password never appears in the rendered page", async () => {
  const response = await post({ name: "", email: "x", password: "secret", confirmPassword: "secret", page: "/" })
  expect(response.statusCode).toBe(400)
  expect(response.body).not.toContain("secret")
})

test("a network address may join, write and register forty times an hour together", async () => {
  const joinAs = (index: number) => join({ name: "Ada", email: `ada${index}@example.org` })
  const responses = await Promise.all(Array.from({ length: 39 }, (_, index) => joinAs(index)))
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(39)
  const contact = { name: "Ada", email: "ada@example.org", message: "Bonjou" }
  expect((await app.send({ method: "POST", url: "/api/contact", payload: contact })).statusCode).toBe(201)
  const refused = await joinAs(40)
  expect([refused.statusCode, refused.json().code, Number(refused.headers["retry-after"])]).toEqual([
    429,
    "rate.limited",
    3600,
  ])
  app.setNow(new Date("2026-01-02T04:04:06Z"))
  expect((await joinAs(41)).statusCode).toBe(201)
})

test("one email, in any case, may join five times an hour", async () => {
  for (let attempt = 0; attempt < 5; attempt++) expect((await join(ADA)).statusCode).toBe(201)
  const refused = await join({ ...ADA, email: "ADA@example.org" })
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3600"])
  expect((await post({ ...ADA, page: "/" })).statusCode).toBe(429)
})

test("the welcome email is sent once, in the language of the page, without a text of the sender", async () => {
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const { database, deps } = app
  const worker = await startWorker({ database, handlers: outreachJobs(deps), log })
  await join({ ...ADA, name: "WIN at spam.example" }, { "accept-language": "en" })
  await join({ ...ADA, name: "WIN at spam.example" }, { "accept-language": "en" })
  await worker.drain()
  await worker.stop()
  expect(app.emails).toMatchObject([{ to: ADA.email, language: "en", subject: "Welcome to HaiTech Learning" }])
  expect(app.emails[0]?.text).toContain("Welcome!")
  expect(`${app.emails[0]?.text}${app.emails[0]?.html}`).not.toContain("spam.example")
  expect(app.emails[0]?.html).toContain('href="http://localhost:3000/#programs-title"')
  expect(await jobs()).toMatchObject([{ payload: null, lastError: null, attempts: 1 }])
})
