import { afterEach, beforeEach, expect, test } from "vitest"
import { freshId } from "#platform/db/columns.ts"
import { type Browser, createTestApp, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { purgeDeletedContacts } from "./service/deletion.ts"

const CONTACTS = "/api/admin/contacts"
const NOW = "2026-01-02T03:04:05.000Z"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

async function write(name: string): Promise<string> {
  const payload = { name, email: "ada@example.org", message: "Hello" }
  return (await app.send({ method: "POST", url: "/api/contact", payload })).json().id
}
const remove = (id: string) => admin.send("DELETE", `${CONTACTS}/${id}`)
const restore = (id: string) => admin.send("POST", `${CONTACTS}/${id}/restoration`)
const reply = (contactId: string) => admin.send("POST", "/api/admin/reply", { contactId, message: "Yes" })
const tenTimes = <T>(act: (at: number) => Promise<T>) => Promise.all(Array.from({ length: 10 }, (_, at) => act(at)))
const sorted = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const rows = (table: string) => app.database.sql`select id from ${app.database.sql(table)}`
const acts = async () => {
  const entries: { action: string; subjectId: string | null }[] = (await admin.send("GET", "/api/admin/audit")).json()
  return entries
    .filter(({ action }) => /deleted|restored/.test(action))
    .map(({ action, subjectId }) => [action, subjectId])
}

/** Some time later; an administrator has to sign in again by then. */
async function at(time: string): Promise<void> {
  app.setNow(new Date(time))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
}

/** What every way of counting and listing the messages says of them. */
async function seen() {
  const list = await admin.send("GET", CONTACTS)
  const names = (answer: typeof list) => answer.json().map(({ name }: { name: string }) => name)
  const found = await admin.send("GET", `${CONTACTS}?q=ada@example.org`)
  const table = await admin.send("GET", `${CONTACTS}/export`)
  const overview = await admin.send("GET", "/api/admin/overview")
  expect(names(found)).toEqual(names(list))
  expect(table.body.trim().split("\r\n")).toHaveLength(names(list).length + 1)
  expect([list.headers["x-total-count"], found.headers["x-total-count"], overview.json().contacts]).toEqual([
    String(names(list).length),
    String(names(list).length),
    names(list).length,
  ])
  return names(list)
}

test("what is deleted is nowhere, and comes back as it was, with its replies; both are written down", async () => {
  await write("Alan")
  const id = await write("Ada")
  await reply(id)
  const before = (await admin.send("GET", `${CONTACTS}/${id}`)).json()
  const gone = await remove(id)
  expect([gone.statusCode, gone.json(), await seen()]).toEqual([200, { deletedAt: NOW }, ["Alan"]])
  const refused = [
    await admin.send("GET", `${CONTACTS}/${id}`),
    await admin.send("PATCH", `${CONTACTS}/${id}`, { state: "done" }),
    await reply(id),
    await remove(id),
  ]
  for (const answer of refused) expect([answer.statusCode, answer.json().code]).toEqual([404, "contact.unknown"])
  const back = await restore(id)
  const { replies, ...record } = before
  expect([back.statusCode, back.json(), replies.length]).toEqual([200, record, 1])
  expect((await admin.send("GET", `${CONTACTS}/${id}`)).json()).toEqual(before)
  expect(await seen()).toEqual(["Ada", "Alan"])
  expect(await acts()).toEqual([
    ["contact.restored", id],
    ["contact.deleted", id],
  ])
})

test("of ten deletions at once, in two processes, one deletes; of ten that undo it one does", async () => {
  const id = await write("Ada")
  const twin = await createTestApp({ database: app.database })
  const there = await signInAs(twin, admin.id, "admin")
  const either = (at: number) => (at % 2 ? admin : there)
  const gone = await tenTimes((count) => either(count).send("DELETE", `${CONTACTS}/${id}`))
  expect([sorted(gone), await seen()]).toEqual([[200, ...Array.from({ length: 9 }, () => 404)], []])
  const back = await tenTimes((count) => either(count).send("POST", `${CONTACTS}/${id}/restoration`))
  await twin.close()
  expect([sorted(back), await seen()]).toEqual([Array.from({ length: 10 }, () => 200), ["Ada"]])
  expect(await acts()).toHaveLength(2)
})

test("it can be given back for a day and no longer; then it goes for good, with its replies, and is counted once", async () => {
  await write("Alan")
  const id = await write("Ada")
  await reply(id)
  await remove(id)
  await at("2026-01-03T03:04:05.000Z")
  await purgeDeletedContacts(app.deps)
  expect([(await restore(id)).statusCode, await seen()]).toEqual([200, ["Ada", "Alan"]])
  await remove(id)
  await at("2026-01-04T03:04:05.001Z")
  expect((await restore(id)).json().code).toBe("deletion.final")
  await purgeDeletedContacts(app.deps)
  expect([await rows("contacts"), await rows("contact_replies")]).toMatchObject([[{}], []])
  expect([(await restore(id)).json().code, await seen()]).toEqual(["contact.unknown", ["Alan"]])
})

test("the same words sent again on the day they were deleted are accepted and stay deleted", async () => {
  const id = await write("Ada")
  await remove(id)
  expect(await write("Ada")).toMatch(/^[0-9a-f-]{36}$/)
  expect([await seen(), await rows("contacts")]).toMatchObject([[], [{ id }]])
})

test("what never was is unknown, and what is no id is refused", async () => {
  for (const [id, status, code] of [
    [freshId(), 404, "contact.unknown"],
    ["1", 400, "request.invalid"],
    ["%00", 400, "request.invalid"],
  ] as const) {
    for (const answer of [await remove(id), await restore(id)])
      expect([id, answer.statusCode, answer.json().code]).toEqual([id, status, code])
  }
  expect(await acts()).toEqual([])
})
