import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { memberships } from "#features/outreach/table.ts"
import { createId } from "#platform/db/columns.ts"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { IMPORTS, importFile, undoImport } from "#testing-imports.ts"

const MEMBERS = "/api/admin/memberships"
const NAMES = ["ada", "bo", "cy", "di"]
const FOUR = fileOf(NAMES)

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

function fileOf(names: readonly string[]): string {
  return `Name,Email\n${names.map((name) => `${name},${name}@example.org`).join("\n")}`
}
const join = (name: string, more: object = {}) =>
  app.send({ method: "POST", url: "/api/membership", payload: { name, email: `${name}@example.org`, ...more } })
const stored = () => app.database.db.select().from(memberships).orderBy(memberships.email)
const idOf = async (name: string) => (await stored()).find((row) => row.name === name)?.id
const audit = async () => (await admin.send("GET", "/api/admin/audit?action=membership.import_undone")).json()
const welcomes = () => app.database.db.select().from(outbox).where(eq(outbox.kind, "membership.welcome"))
async function importFour(fields: Parameters<typeof importFile>[2] = {}, content = FOUR): Promise<string> {
  const response = await importFile(admin, content, fields)
  expect(response.statusCode).toBe(201)
  return response.json().id
}

/** The names in the list, with which search, export and counters agree. */
async function listedNames(): Promise<readonly string[]> {
  const list = await admin.send("GET", `${MEMBERS}?sort=name`)
  const names = list.json().map(({ name }: { name: string }) => name)
  const search = await admin.send("GET", `${MEMBERS}?q=example.org`)
  const table = await admin.send("GET", `${MEMBERS}/export`)
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

test("an undo deletes the imported members, except those who joined again", async () => {
  await join("eve")
  const id = await importFour()
  await join("bo", { interests: "Loops" })
  await admin.send("DELETE", `${MEMBERS}/${await idOf("cy")}`)
  const response = await undoImport(admin, id)
  expect([response.statusCode, response.json()]).toEqual([200, { deleted: 2, remaining: 1 }])
  expect(await listedNames()).toEqual(["bo", "eve"])
  const after = { deleted: 2, remaining: 1 }
  expect(await audit()).toMatchObject([{ actor: { id: admin.id }, subjectId: id, before: null, after }])
  await admin.send("POST", `${MEMBERS}/${await idOf("cy")}/restoration`)
  expect(await listedNames()).toEqual(["bo", "cy", "eve"])
})

test("a member whose deletion was undone did not change, and goes with the import", async () => {
  const id = await importFour()
  const ada = await idOf("ada")
  await admin.send("DELETE", `${MEMBERS}/${ada}`)
  expect((await admin.send("POST", `${MEMBERS}/${ada}/restoration`)).json().importedAt).toBe("2026-01-02T03:04:05.000Z")
  expect((await undoImport(admin, id)).json()).toEqual({ deleted: 4, remaining: 0 })
})

test("who joins again is no longer of the import, also when the clocks of database and server differ", async () => {
  await moveClockTo(new Date(Date.now() + 3_600_000).toISOString())
  const id = await importFour()
  await join("bo")
  expect((await undoImport(admin, id)).json()).toEqual({ deleted: 3, remaining: 1 })
  expect((await stored()).map(({ name }) => name)).toEqual(["bo"])
})

test("a deleted member who joins again did not come from the import", async () => {
  const id = await importFour()
  await admin.send("DELETE", `${MEMBERS}/${await idOf("bo")}`)
  await join("bo")
  expect((await stored())[1]).toMatchObject({ name: "bo", importId: null })
  expect((await undoImport(admin, id)).json()).toEqual({ deleted: 3, remaining: 0 })
})

test("welcome emails that still wait are not sent after an undo", async () => {
  const id = await importFour({ sendsWelcome: "true" })
  await join("bo")
  expect(await welcomes()).toHaveLength(4)
  await undoImport(admin, id)
  const emails = (await app.deliver()).filter(({ key }) => key.startsWith("membership.welcome"))
  expect(emails.map(({ to }) => to)).toEqual(["bo@example.org"])
})

test("after an undo the same file can be imported again, and undone again", async () => {
  await undoImport(admin, await importFour())
  const id = await importFour()
  expect(await listedNames()).toEqual(NAMES)
  expect((await undoImport(admin, id)).json()).toEqual({ deleted: 4, remaining: 0 })
  expect(await listedNames()).toEqual([])
})

test("an import can be undone for a day", async () => {
  const [first, second] = [await importFour(), await importFour({}, fileOf(["eve"]))]
  await moveClockTo("2026-01-03T03:04:05.000Z")
  expect((await undoImport(admin, first)).json()).toEqual({ deleted: 4, remaining: 0 })
  await moveClockTo("2026-01-03T03:04:05.001Z")
  const late = await undoImport(admin, second)
  expect([late.statusCode, late.json().code]).toEqual([409, "import.final"])
  expect(await listedNames()).toEqual(["eve"])
})

test("of ten concurrent undos in two processes, one takes effect", async () => {
  const id = await importFour()
  const twin = await createTestApp({ database: app.database })
  const twinAdmin = await signInAs(twin, admin.id, "admin")
  const undos = await Promise.all(
    Array.from({ length: 10 }, (_, index) => undoImport(index % 2 ? admin : twinAdmin, id)),
  )
  await twin.close()
  const codes = undos.map((response) => response.json().code ?? response.statusCode)
  expect(codes.filter((code) => code !== "record.unknown")).toEqual([200])
  expect([await listedNames(), (await audit()).length]).toEqual([[], 1])
})

test("nobody else undoes an import, and a wrong id changes nothing", async () => {
  const id = await importFour()
  const member = await signInAs(app, (await register(app, "bea")).id, "member")
  expect((await undoImport(member, id)).statusCode).toBe(403)
  expect((await undoImport(openBrowser(app), id)).statusCode).toBe(401)
  expect((await undoImport(admin, createId())).json().code).toBe("record.unknown")
  for (const wrong of ["1", "%00"]) expect((await undoImport(admin, wrong)).statusCode).toBe(400)
  const headers = { origin: "https://evil.example", cookie: admin.cookie() }
  expect((await app.send({ method: "DELETE", url: `${IMPORTS}/${id}`, headers })).statusCode).toBe(403)
  expect([await listedNames(), await audit()]).toEqual([NAMES, []])
})
