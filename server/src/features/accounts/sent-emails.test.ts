import type { SentEmails } from "@haitech/contract/admin/emails"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { sentEmails } from "#platform/mail/table.ts"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { users } from "./table.ts"

const UNKNOWN = "0198c0de-0000-7000-8000-000000000000"

let app: TestApp
let admin: Browser
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const at = (minute: number) => new Date(Date.UTC(2026, 0, 3, 0, minute))
const list = async (id = ada.id, by: Browser = admin) => by.send("GET", `/api/admin/users/${id}/emails`)
const listed = async (id = ada.id) => (await list(id)).json<SentEmails>()

async function insert(address: string, sentAt: Date, subject = `At ${sentAt.getTime()}`): Promise<void> {
  const row = { key: crypto.randomUUID(), address, subject, language: "ht", sentAt } as const
  await app.database.db.insert(sentEmails).values(row)
}

test("an administrator sees what was sent to the address of an account, without keys or ids of jobs", async () => {
  await app.database.db.update(users).set({ email: "ADA@example.org" }).where(eq(users.id, ada.id))
  await app.deliver()
  await insert("zoe@example.org", at(0))
  const response = await list()
  expect([response.statusCode, response.headers["cache-control"], response.json()]).toEqual([
    200,
    "private, no-store",
    {
      address: "ADA@example.org",
      emails: [
        {
          id: expect.any(String),
          sentAt: app.deps.now().toISOString(),
          subject: "Your account at HaiTech",
          language: "en",
        },
      ],
    },
  ])
})

test("the newest 50 are listed, the newest first", async () => {
  for (const minute of [30, ...Array.from({ length: 30 }, (_, index) => index)]) await insert(ada.email, at(minute))
  for (let minute = 50; minute > 30; minute--) await insert(ada.email, at(minute))
  const { emails } = await listed()
  expect(emails.map(({ sentAt }) => sentAt)).toEqual(
    Array.from({ length: 50 }, (_, index) => at(50 - index).toISOString()),
  )
})

test("after a change of the address the emails to the new one are listed", async () => {
  await app.deliver()
  await insert("marie@example.org", at(1), "Welcome")
  await ada.send("PATCH", "/api/user/profile", { email: "marie@example.org", currentPassword: PASSWORD })
  const { address, emails } = await listed()
  expect([address, emails.map(({ subject }) => subject)]).toEqual(["marie@example.org", ["Welcome"]])
})

test.each([
  ["members", 403, async () => ada],
  ["guests", 401, async () => openBrowser(app)],
])("%s are refused", async (_, status, who) => {
  const response = await list(ada.id, await who())
  expect([response.statusCode, response.body.includes("Your account")]).toEqual([status, false])
})

test.each([
  [UNKNOWN, 404, "user.unknown"],
  ["ada@example.org", 400, "request.invalid"],
  ["1", 400, "request.invalid"],
])("the account %s is refused with %i", async (id, status, code) => {
  const response = await list(id)
  expect([response.statusCode, response.json().code]).toEqual([status, code])
})
