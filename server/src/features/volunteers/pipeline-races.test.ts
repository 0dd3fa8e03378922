import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, PASSWORD, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { changeApplication, insertApplication, insertScreening } from "#testing-pipeline.ts"

const ROUNDS = 5

let app: TestApp
let other: TestApp
let admins: readonly [Awaited<ReturnType<typeof signInAsAdmin>>, Awaited<ReturnType<typeof signInAs>>]
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
  const root = await signInAsAdmin(app, "root")
  const { id } = await signInAsAdmin(app, "grace")
  admins = [root, await signInAs(other, id, "admin")]
})
afterEach(async () => {
  await other.close()
  await app.close()
})

test(`of two administrators in two processes who decide differently, one wins, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await insertApplication(app)
    const replies = await Promise.all(
      (["interview", "declined"] as const).map((status, at) =>
        changeApplication(admins[at as 0], id, { status, version: 1 }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const [row] = await app.database.sql`select version from volunteer_applications where id = ${id}`
    expect(row).toEqual({ version: 2 })
    expect(await app.database.sql`select from outbox where key like ${`%${id}%`}`).toHaveLength(1)
  }
})

test(`the same invitation from two processes is one change and one email, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await insertApplication(app)
    const replies = await Promise.all(
      [...admins, ...admins].map((admin) => changeApplication(admin, id, { status: "interview", version: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await app.database.sql`select from outbox where key like ${`%${id}%`}`).toHaveLength(1)
    expect(
      await app.database.sql`select from audit_log where subject_id = ${id} and action = 'application.changed'`,
    ).toHaveLength(1)
  }
})

test("activations, role changes and deletions of the account at once neither block each other nor leave rights", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const member = await register(app, `rose${round}`)
    await insertScreening(app, member.id)
    const id = await insertApplication(app, { status: "training", userId: member.id, email: member.email })
    const role = { userId: member.id, role: "student", approved: "true" }
    const replies = await Promise.all([
      changeApplication(admins[0], id, { status: "active", assignedAdmin: admins[0].id }),
      admins[1].send("POST", "/api/admin/users/role", role),
      member.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
    ])
    for (const { statusCode } of replies) expect([200, 204, 401, 404, 409]).toContain(statusCode)
  }
})
