import type { FailedJob } from "@haitech/contract/admin/jobs"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { enqueue } from "./outbox.ts"
import { outbox } from "./table.ts"

let app: TestApp
let admin: Browser
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  await app.deliver()
})
afterEach(() => app.close())

const WELCOME = { to: "ada@example.org", name: "Ada", language: "en" }

async function fail(key: string, failedAt: Date, payload: object = WELCOME): Promise<string> {
  const { db } = app.database
  await enqueue(db, { kind: "account.welcome", key, payload })
  const [row] = await db
    .update(outbox)
    .set({ failedAt, attempts: 30, lastError: "EENVELOPE 550" })
    .where(eq(outbox.key, key))
    .returning()
  return row?.id ?? ""
}

const list = async (query = "") =>
  (await admin.send("GET", `/api/admin/failed-jobs${query}`)).json<readonly FailedJob[]>()

test("the list has the failed jobs only, the newest first, with the recipient and the last error", async () => {
  const [older, newer] = [new Date("2026-01-01T00:00:00Z"), new Date("2026-01-02T00:00:00Z")]
  const second = await fail("b", newer, { threadId: "x" })
  const first = await fail("a", older)
  await enqueue(app.database.db, { kind: "account.welcome", key: "waiting", payload: WELCOME })
  const job = { kind: "account.welcome", attempts: 30, error: "EENVELOPE 550", createdAt: expect.any(String) }
  const jobs = [
    { ...job, id: second, recipient: null, failedAt: newer.toISOString() },
    { ...job, id: first, recipient: "ada@example.org", failedAt: older.toISOString() },
  ]
  expect(await list()).toEqual(jobs)
  expect(await list("?sort=oldest")).toEqual(jobs.toReversed())
  expect(await list("?limit=1")).toEqual(jobs.slice(0, 1))
})

test("a retried job is sent, leaves the list, and is in the audit log once", async () => {
  const id = await fail("a", new Date())
  const before = app.emails.length
  const retries = await Promise.all([1, 2, 3].map(() => admin.send("POST", `/api/admin/failed-jobs/${id}/retry`)))
  expect(retries.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect(await list()).toEqual([])
  expect((await app.deliver()).slice(before)).toMatchObject([{ key: "a", to: "ada@example.org" }])
  expect(await app.database.db.select().from(outbox).where(eq(outbox.id, id))).toMatchObject([
    { attempts: 1, failedAt: null, payload: null, sentAt: expect.any(Date) },
  ])
  expect((await admin.send("POST", `/api/admin/failed-jobs/${id}/retry`)).statusCode).toBe(204)
  expect((await app.deliver()).slice(before)).toHaveLength(1)
  const audit = (await admin.send("GET", "/api/admin/audit?action=job.retried")).json()
  expect(audit).toMatchObject([{ subjectId: id, subject: null, after: { kind: "account.welcome" } }])
})

test("a retry of an unknown job is 404, of an invalid id 400", async () => {
  const retry = (id: string) => admin.send("POST", `/api/admin/failed-jobs/${id}/retry`)
  const unknown = await retry("0198c0de-0000-7000-8000-000000000000")
  expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: "record.unknown" }])
  expect((await retry("1")).statusCode).toBe(400)
})

test("members neither see nor retry failed jobs", async () => {
  const id = await fail("a", new Date())
  const member = await register(app, "ada")
  const responses = [
    await member.send("GET", "/api/admin/failed-jobs"),
    await member.send("POST", `/api/admin/failed-jobs/${id}/retry`),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  expect(await list()).toHaveLength(1)
})
