import { afterEach, beforeEach, expect, test } from "vitest"
import { openingHours } from "#features/chat/table.ts"
import { outbox } from "#platform/jobs/table.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { createTestApp, readPageRequest, type TestApp } from "#testing.ts"
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
const rows = () => app.database.db.select().from(contacts).orderBy(contacts.id)
const jobs = () => app.database.db.select().from(outbox).orderBy(outbox.id)

test("messages with and without a subject are stored, and each schedules a receipt by email", async () => {
  const response = await write(ADA, { "accept-language": "es" })
  const [row] = await rows()
  expect([response.statusCode, response.json()]).toEqual([
    201,
    { ...ADA, subject: null, id: row?.id, createdAt: row?.createdAt.toISOString() },
  ])
  const other = await write({ ...ADA, email: "eve@example.org", subject: "donation" })
  expect([other.statusCode, other.json().subject]).toEqual([201, "donation"])
  expect(await jobs()).toMatchObject([
    { kind: "contact.received", payload: { to: ADA.email, language: "es" } },
    { kind: "contact.received", payload: { to: "eve@example.org" } },
  ])
})

test("twenty concurrent requests, in two processes, store one message and schedule one email", async () => {
  await app.close()
  app = await createTestApp()
  const twin = await createTestApp({ database: app.database })
  const send = (index: number) => (index % 2 ? app : twin).send({ method: "POST", url: URL, payload: ADA })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
  await twin.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect([(await rows()).length, (await jobs()).length]).toEqual([1, 1])
})

test("every message is stored, but a sender gets one receipt a day", async () => {
  await write(ADA)
  await write({ ...ADA, message: "One more thing" })
  await write({ ...ADA, email: "ADA@example.org", subject: "technical" })
  expect([(await rows()).length, (await jobs()).length]).toEqual([3, 1])
  app.setNow(new Date("2026-01-03T00:00:00Z"))
  await write(ADA)
  expect([(await rows()).length, (await jobs()).length]).toEqual([4, 2])
})

test("an invalid message gets field errors and changes nothing", async () => {
  const response = await write({ name: "", email: "ada", message: " \n ", subject: "cooking" })
  expect([response.statusCode, response.json().fields]).toEqual([
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
  expect([await rows(), await jobs()]).toEqual([[], []])
})

test("a message is limited to 5000 characters", async () => {
  expect((await write({ ...ADA, message: "é".repeat(5000) })).statusCode).toBe(201)
  const longer = await write({ ...ADA, message: "é".repeat(5001) })
  expect([longer.statusCode, longer.json().fields]).toEqual([400, { message: "Message is too long" }])
})

test("fields that a caller may not set are ignored (D9), and a cross-origin request is refused", async () => {
  await write({ ...ADA, id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", digest: "x", createdAt: "2001-01-01T00:00:00Z" })
  const [row] = await rows()
  expect([row?.id.startsWith("01a1fb37"), row?.digest]).toEqual([false, expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect((await write({ ...ADA, message: "2" }, { origin: "https://evil.test" })).statusCode).toBe(403)
  expect((await app.send({ method: "GET", url: URL })).statusCode).toBe(405)
  expect(await rows()).toHaveLength(1)
})

test("a form without script is redirected with a confirmation, or rendered again with its errors", async () => {
  const accepted = await post({ ...ADA, message: "Two\r\nlines", subject: "general", page: "/ht/about" })
  expect([accepted.statusCode, accepted.headers.location]).toEqual([303, "/ht/about?sent=contact#contact"])
  expect(await rows()).toMatchObject([{ message: "Two\nlines", subject: "general" }])
  const refused = await post({ ...ADA, subject: "", page: "/about" })
  expect(refused.statusCode).toBe(400)
  expect(readPageRequest(refused).form).toMatchObject({
    name: "contact",
    sent: false,
    fields: { subject: "subject.unknown" },
  })
})

test("an email address may send ten messages an hour, a network address forty", async () => {
  const message = (index: number) => ({ ...ADA, message: `${index}` })
  for (let index = 0; index < 10; index++) expect((await write(message(index))).statusCode).toBe(201)
  const refused = await write(message(10))
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3600"])
  const writeAs = (index: number) => write({ ...ADA, email: `ada${index}@example.org` })
  const responses = await Promise.all(Array.from({ length: 29 }, (_, index) => writeAs(index)))
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(29)
  expect((await writeAs(30)).statusCode).toBe(429)
})

async function receiptOf(message: object, language = "en") {
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const { database, deps } = app
  const worker = await startWorker({ database, handlers: outreachJobs(deps), log })
  await write({ ...ADA, ...message }, { "accept-language": language })
  await worker.drain()
  await worker.stop()
  const receipt = app.emails.at(-1)
  return { ...receipt, words: receipt?.text.replace(/\s+/g, " ") }
}

test("the receipt confirms the message without repeating it", async () => {
  const receipt = await receiptOf({ message: "Visit https://spam.example now" })
  expect(receipt).toMatchObject({ to: ADA.email, subject: "We have your message" })
  expect(receipt.text).toContain("within 24 hours")
  expect(`${receipt.text}${receipt.html}`).not.toContain("spam.example")
})

test("the receipt names the opening hours, and outside of them when the team is back", async () => {
  const hours = "We are here Mon-Fri 9:00 AM-6:00 PM and Saturday 10:00 AM-4:00 PM, New York time."
  const { words: closed } = await receiptOf({})
  expect(closed).toContain(hours)
  expect(closed).toContain("Right now nobody is here. We are back on January 2, 2026 at 9:00 AM (New York time).")
  app.setNow(new Date("2026-01-02T14:00:00Z"))
  const { words: open } = await receiptOf({ email: "eve@example.org" })
  expect([open?.includes(hours), open?.includes("nobody is here")]).toEqual([true, false])
})

test("the receipt names the hours that an administrator has saved, in the language of the recipient", async () => {
  const day = [{ from: "09:00", to: "12:30" }]
  await app.database.db.insert(openingHours).values({ version: 1, week: [[], day, day, [], [], [], day] })
  const { words } = await receiptOf({}, "fr")
  expect(words).toContain("Nous sommes là lundi-mardi 09:00-12:30; samedi 09:00-12:30 (heure de New York).")
  expect(words).toContain("Nous sommes de retour le 3 janvier 2026 à 09:00 (heure de New York).")
})
