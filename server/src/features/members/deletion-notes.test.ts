import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { donations } from "#features/donations/table.ts"
import { contacts } from "#features/outreach/table.ts"
import { outbox } from "#platform/jobs/table.ts"
import { createTestApp, PASSWORD, register, type TestApp } from "#testing.ts"
import { insertPersonalData } from "#testing-personal-data.ts"
import { deleteAgain } from "./service/erasure.ts"

const STRANGER = "0198c0de-0000-7000-8000-000000000001"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
let noted: string[]
let isDiskAway: boolean
beforeEach(async () => {
  noted = []
  isDiskAway = false
  app = await createTestApp({
    backups: {
      async make() {},
      newestAt: async () => 0,
      async noteDeletion(userId) {
        if (isDiskAway) throw Object.assign(new Error("no disk"), { code: "ENOENT" })
        noted.push(userId)
      },
    },
  })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const db = () => app.database.db

test("a deletion is noted beside the backups, and the database forgets whose it was", async () => {
  expect((await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  await app.deliver()
  expect(noted).toEqual([ada.id])
  expect(JSON.stringify(await db().select().from(outbox))).not.toContain(ada.id)
})

test("the note is tried again when the disk of the backups is away", async () => {
  isDiskAway = true
  expect((await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  await app.deliver()
  expect(noted).toEqual([])
  isDiskAway = false
  await db()
    .update(outbox)
    .set({ dueAt: new Date(0) })
    .where(eq(outbox.kind, "account.note_deletion"))
  await app.deliver()
  expect(noted).toEqual([ada.id])
})

test("after a restore the same accounts are deleted again, with everything of theirs and nothing of others", async () => {
  const eve = await register(app, "eve")
  await insertPersonalData(app, ada)
  await db().update(users).set({ emailVerifiedAt: new Date() })
  await app.deliver()
  const before = app.emails.length
  expect(await deleteAgain(app.deps, [ada.id, STRANGER])).toBe(1)
  expect(await db().select({ id: users.id }).from(users).where(eq(users.id, ada.id))).toEqual([])
  const statuses = [ada, eve].map(async ({ send }) => (await send("GET", "/api/auth/user")).statusCode)
  expect(await Promise.all(statuses)).toEqual([401, 200])
  expect(await db().$count(contacts)).toBe(0)
  expect(await db().select().from(donations)).toMatchObject([{ name: null, email: null, message: null }])
  await app.deliver()
  expect(app.emails.slice(before).filter(({ to }) => /ada/i.test(to))).toEqual([])
  expect([noted, await deleteAgain(app.deps, [ada.id])]).toEqual([[], 0])
})
