import { afterEach, beforeEach, expect, test } from "vitest"
import { createId } from "#platform/db/columns.ts"
import { type Browser, createTestApp, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { purgeDeletedOutreach } from "./service/deletion.ts"

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
const tenTimes = <T>(send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => send(index)))
const sortedStatuses = (responses: readonly { readonly statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const rows = (table: string) => app.database.sql`select id from ${app.database.sql(table)}`
const deletionEntries = async () => {
  const entries: { action: string; subjectId: string | null }[] = (await admin.send("GET", "/api/admin/audit")).json()
  return entries
    .filter(({ action }) => /deleted|restored/.test(action))
    .map(({ action, subjectId }) => [action, subjectId])
}

/** Sets the clock and signs the administrator in again: the session expires meanwhile. */
async function moveClockTo(time: string): Promise<void> {
  app.setNow(new Date(time))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
}

/** Returns the names in the list, and checks that search, export and counters agree with it. */
async function listedNames() {
  const list = await admin.send("GET", CONTACTS)
  const names = (response: typeof list) => response.json().map(({ name }: { name: string }) => name)
  const search = await admin.send("GET", `${CONTACTS}?q=ada@example.org`)
  const table = await admin.send("GET", `${CONTACTS}/export`)
  const overview = await admin.send("GET", "/api/admin/overview")
  expect(names(search)).toEqual(names(list))
  expect(table.body.trim().split("\r\n")).toHaveLength(names(list).length + 1)
  expect([list.headers["x-total-count"], search.headers["x-total-count"], overview.json().contacts]).toEqual([
    String(names(list).length),
    String(names(list).length),
    names(list).length,
  ])
  return names(list)
}

test("a deleted message disappears everywhere, can be restored with its replies, and both are in the audit log", async () => {
  await write("Alan")
  const id = await write("Ada")
  await reply(id)
  const before = (await admin.send("GET", `${CONTACTS}/${id}`)).json()
  const deleted = await remove(id)
  expect([deleted.statusCode, deleted.json(), await listedNames()]).toEqual([200, { deletedAt: NOW }, ["Alan"]])
  const refused = [
    await admin.send("GET", `${CONTACTS}/${id}`),
    await admin.send("PATCH", `${CONTACTS}/${id}`, { state: "done" }),
    await reply(id),
    await remove(id),
  ]
  for (const response of refused) expect([response.statusCode, response.json().code]).toEqual([404, "contact.unknown"])
  const restored = await restore(id)
  const { replies, ...record } = before
  expect([restored.statusCode, restored.json(), replies.length]).toEqual([200, record, 1])
  expect((await admin.send("GET", `${CONTACTS}/${id}`)).json()).toEqual(before)
  expect(await listedNames()).toEqual(["Ada", "Alan"])
  expect(await deletionEntries()).toEqual([
    ["contact.restored", id],
    ["contact.deleted", id],
  ])
})

test("of ten concurrent deletions, and of ten restorations, in two processes, one takes effect", async () => {
  const id = await write("Ada")
  const twin = await createTestApp({ database: app.database })
  const twinAdmin = await signInAs(twin, admin.id, "admin")
  const either = (index: number) => (index % 2 ? admin : twinAdmin)
  const deletions = await tenTimes((index) => either(index).send("DELETE", `${CONTACTS}/${id}`))
  expect([sortedStatuses(deletions), await listedNames()]).toEqual([[200, ...Array.from({ length: 9 }, () => 404)], []])
  const restorations = await tenTimes((index) => either(index).send("POST", `${CONTACTS}/${id}/restoration`))
  await twin.close()
  expect([sortedStatuses(restorations), await listedNames()]).toEqual([Array.from({ length: 10 }, () => 200), ["Ada"]])
  expect(await deletionEntries()).toHaveLength(2)
})

test("a deletion can be undone for a day; after that the cleanup deletes the message and its replies", async () => {
  await write("Alan")
  const id = await write("Ada")
  await reply(id)
  await remove(id)
  await moveClockTo("2026-01-03T03:04:05.000Z")
  await purgeDeletedOutreach(app.deps)
  expect([(await restore(id)).statusCode, await listedNames()]).toEqual([200, ["Ada", "Alan"]])
  await remove(id)
  await moveClockTo("2026-01-04T03:04:05.001Z")
  expect((await restore(id)).json().code).toBe("deletion.final")
  await purgeDeletedOutreach(app.deps)
  expect([await rows("contacts"), await rows("contact_replies")]).toMatchObject([[{}], []])
  expect([(await restore(id)).json().code, await listedNames()]).toEqual(["contact.unknown", ["Alan"]])
})

test("the same message sent again on the day of its deletion is accepted and stays deleted", async () => {
  const id = await write("Ada")
  await remove(id)
  expect(await write("Ada")).toMatch(/^[0-9a-f-]{36}$/)
  expect([await listedNames(), await rows("contacts")]).toMatchObject([[], [{ id }]])
})

test("an unknown id gets 404 and a malformed one 400", async () => {
  for (const [id, status, code] of [
    [createId(), 404, "contact.unknown"],
    ["1", 400, "request.invalid"],
    ["%00", 400, "request.invalid"],
  ] as const) {
    for (const response of [await remove(id), await restore(id)])
      expect([id, response.statusCode, response.json().code]).toEqual([id, status, code])
  }
  expect(await deletionEntries()).toEqual([])
})
