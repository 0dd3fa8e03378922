import { RETENTION } from "@haitech/contract/retention"
import { asc, eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Email } from "#gateways/mail.ts"
import { outbox } from "#platform/jobs/table.ts"
import { createTestApp, type TestApp } from "#testing.ts"
import { eraseSentEmails, sweepSentEmails, withList } from "./sent-emails.ts"
import { sentEmails } from "./table.ts"

const EMAIL: Email = {
  key: "donation.receipt:1",
  to: "Ada@Example.org",
  language: "fr",
  subject: "Votre reçu",
  text: "a secret code",
  html: "<a href='https://example.org/#token=secret'>",
  attachments: [{ name: "receipt.pdf", type: "application/pdf", bytes: Buffer.from("secret") }],
}
const WELCOME = { to: "ada@example.org", language: "ht" }

let app: TestApp
let lines: unknown[]
beforeEach(async () => {
  lines = []
  const write = (...line: unknown[]) => void lines.push(line)
  app = await createTestApp({ log: { info: write, warn: write, error: write, fatal: write } })
})
afterEach(() => app.close())

const rows = () => app.database.db.select().from(sentEmails).orderBy(asc(sentEmails.key))
const mailThat = (send: (email: Email) => Promise<void>) => withList({ send }, app.deps)

async function enqueueWelcome(): Promise<void> {
  await app.database.db.insert(outbox).values({ kind: "membership.welcome", key: "welcome", payload: WELCOME })
}

test("a sent email is one row with address, subject, language and time, and nothing of its content", async () => {
  await mailThat(async () => {}).send(EMAIL)
  const [row] = await rows()
  expect(row).toEqual({
    id: expect.any(String),
    key: EMAIL.key,
    address: "ada@example.org",
    subject: EMAIL.subject,
    language: "fr",
    sentAt: app.deps.now(),
  })
})

test("a job that runs twice is one row, of the first time", async () => {
  await enqueueWelcome()
  await app.deliver()
  const first = await rows()
  app.setNow(new Date("2026-01-03T00:00:00Z"))
  await app.database.db.update(outbox).set({ sentAt: null, payload: WELCOME, dueAt: sql`now()` })
  expect(await app.deliver()).toHaveLength(2)
  expect(first).toMatchObject([{ key: "welcome", sentAt: new Date("2026-01-02T03:04:05Z") }])
  expect(await rows()).toEqual(first)
})

test("ten sends of one key at once, in two processes, are one row", async () => {
  const twin = await createTestApp({ database: app.database })
  const mails = [app.deps, twin.deps].map((deps) => withList({ send: async () => {} }, deps))
  await Promise.all(Array.from({ length: 10 }, (_, index) => mails[index % 2]?.send(EMAIL)))
  await twin.close()
  expect([await rows(), lines]).toMatchObject([[{ key: EMAIL.key }], []])
})

test("an email that the mail server refused is not listed, and the refusal reaches the job", async () => {
  const refusal = new Error("550")
  const mail = mailThat(async () => {
    throw refusal
  })
  await expect(mail.send(EMAIL)).rejects.toBe(refusal)
  expect(await rows()).toEqual([])
})

test("an email whose sender does not want it listed is sent without a row", async () => {
  const sent: Email[] = []
  await mailThat(async (email) => void sent.push(email)).send({ ...EMAIL, isUnlisted: true })
  expect([sent.length, await rows()]).toEqual([1, []])
})

test("a list that cannot be written fails no job, and the log names neither address nor subject", async () => {
  await app.database.sql`drop table sent_emails`
  await enqueueWelcome()
  expect(await app.deliver()).toHaveLength(1)
  const [job] = await app.database.db.select().from(outbox).where(eq(outbox.key, "welcome"))
  expect(job).toMatchObject({ sentAt: expect.any(Date), attempts: 1, lastError: null })
  expect(await app.deliver()).toHaveLength(1)
  expect(lines).toEqual([[{ error: "42P01" }, "sent email not listed"]])
  expect(JSON.stringify(lines)).not.toMatch(/ada|Byenveni|HaiTech/i)
})

test("erasure deletes the rows to a verified address only", async () => {
  const mail = mailThat(async () => {})
  await mail.send(EMAIL)
  await mail.send({ ...EMAIL, key: "another", to: "zada@example.org" })
  const erase = (email: string | null) =>
    app.database.db.transaction((tx) => eraseSentEmails(tx, { userId: "", email }))
  await erase(null)
  expect(await rows()).toHaveLength(2)
  await erase("ADA@example.org")
  expect(await rows()).toMatchObject([{ address: "zada@example.org" }])
})

test("rows are deleted after 90 days, not a millisecond earlier", async () => {
  const mail = mailThat(async () => {})
  const end = app.deps.now().getTime()
  await mail.send(EMAIL)
  app.setNow(new Date(end + 1))
  await mail.send({ ...EMAIL, key: "later" })
  app.setNow(new Date(end + RETENTION.sent_emails.max * 86_400_000))
  await sweepSentEmails(app.deps)
  expect(await rows()).toHaveLength(2)
  app.setNow(new Date(end + RETENTION.sent_emails.max * 86_400_000 + 1))
  await sweepSentEmails(app.deps)
  expect(await rows()).toMatchObject([{ key: "later" }])
})
