import { afterEach, beforeEach, expect, test } from "vitest"
import { memberships } from "#features/outreach/table.ts"
import { createId } from "#platform/db/columns.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { purgeDeletedOutreach } from "./service/deletion.ts"

const MEMBERSHIPS = "/api/admin/memberships"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

async function join(name: string, more: object = {}) {
  const payload = { name, email: `${name}@example.org`, ...more }
  const response = await app.send({ method: "POST", url: "/api/membership", payload })
  expect(response.statusCode).toBe(201)
  return response.json().id
}
const remove = (id: string, by: Browser = admin) => by.send("DELETE", `${MEMBERSHIPS}/${id}`)
const restore = (id: string, by: Browser = admin) => by.send("POST", `${MEMBERSHIPS}/${id}/restoration`)
const stored = () => app.database.db.select().from(memberships)
const actions = async () => {
  const entries: { action: string; subjectName: string | null }[] = (await admin.send("GET", "/api/admin/audit")).json()
  return entries.filter(({ action }) => action.startsWith("membership.")).map(({ action }) => action)
}

/** The names in the list, with which search, export and counters agree. */
async function listedNames(): Promise<readonly string[]> {
  const list = await admin.send("GET", MEMBERSHIPS)
  const names = list.json().map(({ name }: { name: string }) => name)
  const search = await admin.send("GET", `${MEMBERSHIPS}?q=example.org`)
  const table = await admin.send("GET", `${MEMBERSHIPS}/export`)
  const overview = await admin.send("GET", "/api/admin/overview")
  expect(search.json()).toHaveLength(names.length)
  expect(table.body.trim().split("\r\n")).toHaveLength(names.length + 1)
  expect([list.headers["x-total-count"], overview.json().memberships]).toEqual([String(names.length), names.length])
  return names
}

/** The administrator signs in again, because the session ends meanwhile. */
async function moveClockTo(time: string): Promise<void> {
  app.setNow(new Date(time))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
}

test("a deleted membership disappears everywhere, and is restored as it was", async () => {
  await join("alan")
  const id = await join("ada", { program: "coding", interests: "Loops" })
  const [before] = (await admin.send("GET", `${MEMBERSHIPS}?q=ada`)).json()
  const deleted = await remove(id)
  expect([deleted.statusCode, deleted.json()]).toEqual([200, { deletedAt: app.deps.now().toISOString() }])
  expect(await listedNames()).toEqual(["alan"])
  expect((await remove(id)).json().code).toBe("record.unknown")
  const restored = await restore(id)
  expect([restored.statusCode, restored.json()]).toEqual([200, before])
  expect((await restore(id)).statusCode).toBe(200)
  expect([await listedNames(), await actions()]).toEqual([
    ["ada", "alan"],
    ["membership.restored", "membership.deleted"],
  ])
})

test("of ten concurrent deletions, and of ten restorations, in two processes, one takes effect", async () => {
  const id = await join("ada")
  const twin = await createTestApp({ database: app.database })
  const twinAdmin = await signInAs(twin, admin.id, "admin")
  const tenTimes = (send: (by: Browser) => ReturnType<typeof remove>) =>
    Promise.all(Array.from({ length: 10 }, (_, index) => send(index % 2 ? admin : twinAdmin)))
  const deletions = await tenTimes((by) => remove(id, by))
  expect(deletions.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const restorations = await tenTimes((by) => restore(id, by))
  await twin.close()
  expect(new Set(restorations.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect([await listedNames(), (await actions()).length]).toEqual([["ada"], 2])
})

test("a deletion can be undone for a day, and then the cleanup deletes the row", async () => {
  await join("alan")
  const id = await join("ada")
  await remove(id)
  await moveClockTo("2026-01-03T03:04:05.000Z")
  await purgeDeletedOutreach(app.deps)
  expect((await restore(id)).statusCode).toBe(200)
  await remove(id)
  await moveClockTo("2026-01-04T03:04:05.001Z")
  expect((await restore(id)).json().code).toBe("deletion.final")
  await purgeDeletedOutreach(app.deps)
  expect([(await restore(id)).json().code, await listedNames()]).toEqual(["record.unknown", ["alan"]])
  expect(await stored()).toHaveLength(1)
})

test("who joins again after a deletion is a member again, without what was deleted", async () => {
  const id = await join("ada", { program: "coding", interests: "Loops", location: "Jacmel" })
  await remove(id)
  await join("ada", { program: "languages" })
  expect(await stored()).toMatchObject([{ id, program: "languages", interests: null, location: null, deletedAt: null }])
  expect(await listedNames()).toEqual(["ada"])
  await join("ada", { location: "Cayes" })
  expect(await stored()).toMatchObject([{ program: "languages", location: "Cayes" }])
})

test("nobody else deletes or restores one, and a wrong id changes nothing", async () => {
  const id = await join("ada")
  const member = await signInAs(app, (await register(app, "bea")).id, "member")
  for (const send of [remove, restore]) {
    expect((await send(id, member)).statusCode).toBe(403)
    expect((await send(id, openBrowser(app))).statusCode).toBe(401)
    expect((await send(createId())).json().code).toBe("record.unknown")
    for (const wrong of ["1", "%00"]) expect((await send(wrong)).statusCode).toBe(400)
  }
  const headers = { origin: "https://evil.example", cookie: admin.cookie() }
  expect((await app.send({ method: "DELETE", url: `${MEMBERSHIPS}/${id}`, headers })).statusCode).toBe(403)
  expect([await listedNames(), await actions()]).toEqual([["ada"], []])
})
