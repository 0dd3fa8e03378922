import type { SentEmails } from "@haitech/contract/admin/emails"
import { afterEach, beforeEach, expect, test } from "vitest"
import { sentEmails } from "#platform/mail/table.ts"
import { sweep } from "#sweep.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"

const UNKNOWN = "0198c0de-0000-7000-8000-000000000000"
const KINDS = ["contacts", "memberships"] as const
type Kind = (typeof KINDS)[number]

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const FORMS = { contacts: "/api/contact", memberships: "/api/membership" }
const UNKNOWNS = { contacts: "contact.unknown", memberships: "record.unknown" }
const list = (kind: Kind, id: string, by: Browser = admin) => by.send("GET", `/api/admin/${kind}/${id}/emails`)

async function send(kind: Kind, name: string, language = "en"): Promise<string> {
  const payload = {
    name,
    email: `${name}@Example.org`,
    ...(kind === "contacts" && { message: "Where is my receipt?" }),
  }
  const headers = { "accept-language": language }
  return (await app.send({ method: "POST", url: FORMS[kind], payload, headers })).json().id
}

test.each([
  ["contacts", "Nou resevwa mesaj ou a"],
  ["memberships", "Byenveni nan HaiTech Learning"],
] as const)("the emails to the address of one of the %s are found by its id", async (kind, subject) => {
  const id = await send(kind, "ada", "ht")
  const other = await send(kind, "zoe")
  await app.deliver()
  const { address, emails } = (await list(kind, id)).json<SentEmails>()
  const sentAt = app.deps.now().toISOString()
  expect([address, emails]).toEqual(["ada@Example.org", [{ id: expect.any(String), sentAt, subject, language: "ht" }]])
  expect((await list(kind, other)).json()).toMatchObject({ address: "zoe@Example.org", emails: [{ language: "en" }] })
})

test("a message and a membership of the same address show the same emails, also the answer", async () => {
  const [contactId, memberId] = [await send("contacts", "ada"), await send("memberships", "ada")]
  await app.deliver()
  app.setNow(new Date("2026-01-02T03:05:00Z"))
  const reply = { contactId, message: "It is on its way." }
  expect((await admin.send("POST", "/api/admin/reply", reply)).statusCode).toBe(201)
  await app.deliver()
  const all = (await list("contacts", contactId)).json<SentEmails>()
  expect(all.emails).toHaveLength(3)
  expect(all.emails[0]?.subject).toBe("HaiTech: our answer to your message")
  expect((await list("memberships", memberId)).json()).toEqual(all)
})

test.each(KINDS)("of the %s an unknown, a malformed and a deleted id are refused", async (kind) => {
  const id = await send(kind, "ada")
  await app.deliver()
  await admin.send("DELETE", `/api/admin/${kind}/${id}`)
  for (const missing of [id, UNKNOWN]) {
    const response = await list(kind, missing)
    expect([response.statusCode, response.json().code]).toEqual([404, UNKNOWNS[kind]])
  }
  expect((await list(kind, "ada@example.org")).statusCode).toBe(400)
  await admin.send("POST", `/api/admin/${kind}/${id}/restoration`)
  expect((await list(kind, id)).json().emails).toHaveLength(1)
})

test.each(KINDS)("members and guests do not read the emails to the %s", async (kind) => {
  const id = await send(kind, "ada")
  const member = await register(app, "eve")
  expect((await list(kind, id, member)).statusCode).toBe(403)
  expect((await list(kind, id, openBrowser(app))).statusCode).toBe(401)
})

test.each(KINDS)("emails stay for 90 days when one of the %s is deleted and then purged", async (kind) => {
  const id = await send(kind, "ada")
  await app.deliver()
  await admin.send("DELETE", `/api/admin/${kind}/${id}`)
  const count = () => app.database.db.$count(sentEmails)
  const before = await count()
  app.setNow(new Date("2026-04-01T00:00:00Z"))
  await sweep(app.deps)
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
  expect([(await list(kind, id)).statusCode, await count()]).toEqual([404, before])
  app.setNow(new Date("2026-04-03T00:00:00Z"))
  await sweep(app.deps)
  expect(await count()).toBe(0)
})
