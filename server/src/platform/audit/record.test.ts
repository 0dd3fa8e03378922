import { afterAll, beforeAll, expect, test } from "vitest"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { difference, record } from "./record.ts"

const ACTOR = { id: "0198c0de-0000-7000-8000-000000000000" }
const SUBJECT = "0198c0de-0000-7000-8000-000000000001"

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.release())

const entries = () => fresh.sql`select actor_id, action, subject_id, before, after from audit_log`

test("difference returns only the changed fields, before and after", () => {
  const before = { name: "Ada", role: "student", tags: ["a", "b"], at: new Date(0), bio: null, version: 1 }
  const same = { ...before, tags: ["a", "b"], at: new Date(0) }
  expect(difference(before, same)).toEqual({ before: {}, after: {} })
  expect(difference(before, { ...same, role: "mentor", tags: ["b", "a"], bio: "" })).toEqual({
    before: { role: "student", tags: ["a", "b"], bio: null },
    after: { role: "mentor", tags: ["b", "a"], bio: "" },
  })
})

test("a missing value before and a removed value after are null; a field missing after is unchanged", () => {
  expect(difference({}, { name: "Ada" })).toEqual({ before: { name: null }, after: { name: "Ada" } })
  expect(difference({ name: "Ada" }, { name: null })).toEqual({ before: { name: "Ada" }, after: { name: null } })
  expect(difference({ name: "Ada", role: "student" }, { name: "Ada" })).toEqual({ before: {}, after: {} })
})

test("a rolled back transaction leaves no audit entry", async () => {
  const entry = { actor: ACTOR, action: "contact.moved", subjectId: SUBJECT } as const
  const failing = fresh.db.transaction(async (tx) => {
    await record(tx, entry)
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(await entries()).toEqual([])
  await record(fresh.db, { ...entry, before: { state: "new" }, after: { state: "done" } })
  const fields = { before: { state: "new" }, after: { state: "done" } }
  expect(await entries()).toEqual([{ actor_id: ACTOR.id, action: "contact.moved", subject_id: SUBJECT, ...fields }])
})
