import { LANGUAGES } from "@haitech/contract/languages"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { APPLICATIONS, changeApplication, insertApplication } from "#testing-pipeline.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let userId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  userId = (await register(app, "rose")).id
})
beforeEach(async () => {
  await app.database.sql`delete from volunteer_applications`
  await app.database.sql`delete from outbox`
})
afterAll(() => app.close())

const sent = async () => (await app.deliver()).filter(({ key }) => key.startsWith("application.status"))
const preview = async (id: string, status: string) =>
  (await admin.send("GET", `${APPLICATIONS}/${id}/emails/${status}`)).json().email

test.each([
  ["new", "interview"],
  ["interview", "screening"],
  ["screening", "training"],
  ["training", "active"],
  ["active", "paused"],
  ["paused", "active"],
  ["active", "alumni"],
  ["training", "declined"],
] as const)("from %s to %s the applicant gets the previewed email, in each language", async (status, next) => {
  for (const language of LANGUAGES) {
    await app.database.sql`delete from volunteer_applications`
    const id = await insertApplication(app, { status, language, role: "ambassador", userId })
    const shown = await preview(id, next)
    await changeApplication(admin, id, { status: next, personalLine: "Until Monday!\nMarie" })
    const email = (await sent()).at(-1)
    expect(email).toMatchObject({ to: "rose@example.org", language, subject: shown.subject })
    const words = (text: string) => text.replace(/\s+/g, " ")
    const body = words(email?.text ?? "")
    const { greeting, paragraphs, action, footer } = shown
    for (const part of [greeting, ...paragraphs, action ?? "", "Until Monday! Marie", footer])
      expect(body).toContain(words(part))
    expect(email?.text.includes("/application")).toBe(action !== null)
  }
})

test("no email leaves when the administrator wants none, or for a step back", async () => {
  const before = (await sent()).length
  const silent = await insertApplication(app)
  await changeApplication(admin, silent, { status: "interview", sendsEmail: false })
  expect(await preview(silent, "new")).toBeNull()
  await changeApplication(admin, silent, { status: "new" })
  await changeApplication(admin, silent, { adminNotes: "No email for notes" })
  expect((await sent()).length).toBe(before)
})

test("a refused change sends nothing", async () => {
  const id = await insertApplication(app, { status: "training" })
  await changeApplication(admin, id, { status: "active" })
  await changeApplication(admin, id, { status: "interview", version: 9 })
  expect(await app.database.sql`select from outbox`).toEqual([])
})
