import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, PASSWORD, signInAsAdmin, type TestApp } from "#testing.ts"
import { ADULT, board, insertGroup, join, post, registerAged } from "#testing-groups.ts"
import { studyGroupMembers, studyGroups } from "./table.ts"

const ROUNDS = 5

let app: TestApp
let other: TestApp
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
})
afterEach(async () => {
  await other.close()
  await app.close()
})

async function membersOf(count: number) {
  const members = []
  for (let index = 0; index < count; index++)
    members.push(await registerAged(index % 2 ? app : other, `learner${index}`, ADULT))
  return members
}

/** The count in the group's row is that of its members, and never above its capacity. */
async function expectCounts() {
  const rows = await app.database.sql`
    select member_count as counted, (select count(*)::int from study_group_members m
      where m.group_id = g.id and removed_at is null) as members, capacity from study_groups g`
  for (const { counted, members, capacity } of rows) {
    expect(counted).toBe(members)
    expect(counted).toBeLessThanOrEqual(capacity)
  }
}

test(`of 20 members who join two processes at once, as many get in as there are places, ${ROUNDS} times`, async () => {
  const members = await membersOf(20)
  for (let round = 0; round < ROUNDS; round++) {
    const id = await insertGroup(app, { capacity: 3 })
    const replies = await Promise.all(members.map((member) => join(member, id)))
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect([200, 409].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([3, 17])
    await expectCounts()
  }
})

test("joining, leaving, removing and deleting accounts at once keep the count right", async () => {
  const members = await membersOf(8)
  const admin = await signInAsAdmin(app, "root")
  const id = await insertGroup(app, { capacity: 5 })
  const url = `/api/study-groups/${id}/membership`
  for (let round = 0; round < ROUNDS; round++) {
    const replies = await Promise.all(
      members.flatMap((member, index) => [
        join(member, id),
        index % 3 === 0 ? member.send("DELETE", url) : join(member, id),
        admin.send("PATCH", `/api/admin/study-groups/${id}/members/${member.id}`, { isRemoved: index % 4 === 0 }),
      ]),
    )
    expect(replies.every(({ statusCode }) => statusCode < 500)).toBe(true)
    await expectCounts()
  }
  const deletions = await Promise.all(
    members.flatMap((member) => [
      member.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
      join(member, id),
      post(member, id, "Bye"),
    ]),
  )
  expect(deletions.every(({ statusCode }) => statusCode < 500)).toBe(true)
  await expectCounts()
  expect(await app.database.db.$count(studyGroupMembers)).toBe(0)
  expect(await app.database.db.select().from(studyGroups)).toMatchObject([{ memberCount: 0 }])
})

test("posts of several members at once are numbered without gaps", async () => {
  const members = await membersOf(4)
  const id = await insertGroup(app)
  await Promise.all(members.map((member) => join(member, id)))
  const texts = Array.from({ length: 8 }, (_, index) => `${index}`)
  await Promise.all(members.flatMap((member) => texts.map((text) => post(member, id, text))))
  const [first] = members
  const sequences = first ? (await board(first, id)).map(({ sequence }: { sequence: number }) => sequence) : []
  expect(sequences).toEqual(Array.from({ length: 32 }, (_, index) => index + 1))
})
