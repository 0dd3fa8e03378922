import { afterEach, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { createTestApp, drawn, type TestApp } from "#testing.ts"
import { outreachJobs } from "./jobs.ts"
import { contacts } from "./table.ts"

const ADA = { name: "Ada Pierre", email: "ada@example.org", message: "When does the next class open?\nMèsi!" }
const URL = "/api/contact"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const write = (payload: object, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url: URL, payload, headers })
const post = (fields: Record<string, string>) =>
  app.send({
    method: "POST",
    url: URL,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })
const rows = () => app.database.db.select().from(contacts)
const emails = () => app.database.db.select().from(outbox)

test("a message from the donate page has no subject, one from Get in Touch has; both are acknowledged", async () => {
  const plain = await write(ADA, { "accept-language": "es" })
  const [row] = await rows()
  expect([plain.statusCode, plain.json()]).toEqual([
    201,
    { ...ADA, subject: null, id: row?.id, createdAt: row?.createdAt.toISOString() },
  ])
  const other = await write({ ...ADA, email: "eve@example.org", subject: "donation" })
  expect([other.statusCode, other.json().subject]).toEqual([201, "donation"])
  expect(await emails()).toMatchObject([
    { kind: "contact.received", payload: { to: ADA.email, name: ADA.name, language: "es" } },
    { kind: "contact.received", payload: { to: "eve@example.org" } },
  ])
})

test("twenty clicks at once, in two processes, are one message and one letter", async () => {
  await app.close()
  app = await createTestApp()
  const twin = await createTestApp({ database: app.database })
  const send = (at: number) => (at % 2 ? app : twin).send({ method: "POST", url: URL, payload: ADA })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)))
  await twin.close()
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect([(await rows()).length, (await emails()).length]).toEqual([1, 1])
})

test("another message is another record, but a writer gets one letter a day", async () => {
  await write(ADA)
  await write({ ...ADA, message: "One more thing" })
  await write({ ...ADA, email: "ADA@example.org", subject: "technical" })
  expect([(await rows()).length, (await emails()).length]).toEqual([3, 1])
  app.setNow(new Date("2026-01-03T00:00:00Z"))
  await write(ADA)
  expect([(await rows()).length, (await emails()).length]).toEqual([4, 2])
})

test("what is wrong is said field by field and changes nothing", async () => {
  const answer = await write({ name: "", email: "ada", message: " \n ", subject: "cooking" })
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    {
      name: "Name is required",
      email: "Please enter a valid email address",
      message: "Message is required",
      subject: "Please choose a subject",
    },
  ])
  for (const payload of [{}, [ADA], { ...ADA, message: 5 }, { ...ADA, name: ["Ada"] }, { ...ADA, message: "a\0b" }]) {
    expect((await write(payload)).statusCode).toBe(400)
  }
  expect([await rows(), await emails()]).toEqual([[], []])
})

test("a message takes 5000 characters and not one more", async () => {
  expect((await write({ ...ADA, message: "é".repeat(5000) })).statusCode).toBe(201)
  const longer = await write({ ...ADA, message: "é".repeat(5001) })
  expect([longer.statusCode, longer.json().fields]).toEqual([400, { message: "Message is too long" }])
})

test("what is not the caller's to say is ignored (D9), and a foreign page is refused", async () => {
  await write({ ...ADA, id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", digest: "x", createdAt: "2001-01-01T00:00:00Z" })
  const [row] = await rows()
  expect([row?.id.startsWith("01a1fb37"), row?.digest]).toEqual([false, expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect((await write({ ...ADA, message: "2" }, { origin: "https://evil.test" })).statusCode).toBe(403)
  expect((await app.send({ method: "GET", url: URL })).statusCode).toBe(405)
  expect(await rows()).toHaveLength(1)
})

test("a reader without script is thanked on the page they wrote from, or sees what is wrong", async () => {
  const sent = await post({ ...ADA, message: "Two\r\nlines", subject: "general", page: "/ht/about" })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, "/ht/about?sent=contact#contact"])
  expect(await rows()).toMatchObject([{ message: "Two\nlines", subject: "general" }])
  const refused = await post({ ...ADA, subject: "", page: "/about" })
  expect(refused.statusCode).toBe(400)
  expect(drawn(refused).form).toMatchObject({ name: "contact", sent: false, fields: { subject: "subject.unknown" } })
})

test("one writer has ten messages an hour, one address sixty", async () => {
  const text = (at: number) => ({ ...ADA, message: `${at}` })
  for (let at = 0; at < 10; at++) expect((await write(text(at))).statusCode).toBe(201)
  expect((await write(text(10))).statusCode).toBe(429)
  const others = (at: number) => write({ ...ADA, email: `ada${at}@example.org` })
  const answers = await Promise.all(Array.from({ length: 49 }, (_, at) => others(at)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(49)
  expect((await others(50)).statusCode).toBe(429)
})

test("the letter says that the message arrived and repeats nothing of it", async () => {
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const { database, deps } = app
  const worker = await startWorker({ database, handlers: outreachJobs(deps), now: deps.now, log })
  app.setNow(new Date(Date.now() + 1000))
  await write({ ...ADA, message: "Visit https://spam.example now" })
  await worker.drain()
  await worker.stop()
  expect(app.emails).toMatchObject([{ to: ADA.email, subject: "We have your message" }])
  expect(app.emails[0]?.text).toContain("within 24 hours")
  expect(`${app.emails[0]?.text}${app.emails[0]?.html}`).not.toContain("spam.example")
})
