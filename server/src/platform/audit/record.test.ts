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

test("only what differs is told, as it was and as it is", () => {
  const before = { name: "Ada", role: "student", tags: ["a", "b"], at: new Date(0), bio: null, kept: 1 }
  const same = { ...before, tags: ["a", "b"], at: new Date(0) }
  expect(difference(before, same)).toEqual({ before: {}, after: {} })
  expect(difference(before, { ...same, role: "mentor", tags: ["b", "a"], bio: "" })).toEqual({
    before: { role: "student", tags: ["a", "b"], bio: null },
    after: { role: "mentor", tags: ["b", "a"], bio: "" },
  })
})

test("what was not there before was nothing, what is taken away becomes nothing, what is not said stays", () => {
  expect(difference({}, { name: "Ada" })).toEqual({ before: { name: null }, after: { name: "Ada" } })
  expect(difference({ name: "Ada" }, { name: null })).toEqual({ before: { name: "Ada" }, after: { name: null } })
  expect(difference({ name: "Ada", role: "student" }, { name: "Ada" })).toEqual({ before: {}, after: {} })
})

test("what is taken back was never written down", async () => {
  const act = { actor: ACTOR, action: "contact.moved", subjectId: SUBJECT } as const
  const failing = fresh.db.transaction(async (tx) => {
    await record(tx, act)
    throw new Error("taken back")
  })
  await expect(failing).rejects.toThrow("taken back")
  expect(await entries()).toEqual([])
  await record(fresh.db, { ...act, before: { state: "new" }, after: { state: "done" } })
  const facts = { before: { state: "new" }, after: { state: "done" } }
  expect(await entries()).toEqual([{ actor_id: ACTOR.id, action: "contact.moved", subject_id: SUBJECT, ...facts }])
})
