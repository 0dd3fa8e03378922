import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { membershipImports, memberships } from "#features/outreach/table.ts"
import { createId } from "#platform/db/columns.ts"
import { outbox, PRIORITY } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { IMPORTS, importFile, importForm } from "#testing-imports.ts"

const MEMBERS = "/api/admin/memberships"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const join = (payload: object) => app.send({ method: "POST", url: "/api/membership", payload })
const stored = () => app.database.db.select().from(memberships).orderBy(memberships.email)
const imports = () => app.database.db.select().from(membershipImports)
const audit = async () => (await admin.send("GET", "/api/admin/audit?action=membership.imported")).json()
const waitingWelcomes = () => app.database.db.select().from(outbox).where(eq(outbox.kind, "membership.welcome"))
const welcomes = async () => (await app.deliver()).filter(({ key }) => key.startsWith("membership.welcome"))

const THREE = "Name,Email,Program,Language,Date\nAda,ada@example.org,coding,fr,2025-05-31\nBo,bo@example.org,,,\n"
const manyPeople = (count: number) =>
  `Name,Email\n${Array.from({ length: count }, (_, index) => `Ada,ada${index}@example.org`).join("\n")}`

test("an import adds the new people as they are in the file, says so in the audit log, and sends no email", async () => {
  await join({ name: "Cy", email: "cy@example.org", interests: "Loops" })
  const [cy] = await stored()
  const id = createId()
  const response = await importFile(admin, `${THREE}Other,CY@example.org,general,es,`, { id, language: "ht" })
  const result = { id, imported: 2, existing: 1, leftOut: 0 }
  expect([response.statusCode, response.json()]).toEqual([201, result])
  const [now, none] = [app.deps.now(), { interests: null, location: null, deletedAt: null }]
  const added = { id: expect.any(String), ...none, updatedAt: now, importId: id }
  const joinedAt = new Date("2025-05-31T12:00:00Z")
  expect(await stored()).toMatchObject([
    { ...added, name: "Ada", email: "ada@example.org", program: "coding", language: "fr", createdAt: joinedAt },
    { ...added, name: "Bo", email: "bo@example.org", program: null, language: "ht", createdAt: now },
    cy,
  ])
  const after = { imported: 2, existing: 1, leftOut: 0, rows: "2–3", consent: true, sendsWelcome: false }
  expect(await audit()).toMatchObject([{ actor: { id: admin.id }, subjectId: id, before: null, after }])
  expect(JSON.stringify(await audit())).not.toMatch(/Ada|example\.org/)
  expect((await welcomes()).filter(({ to }) => to !== "cy@example.org")).toEqual([])
})

test("lists, search, counters and details know the imported members", async () => {
  await join({ name: "Cy", email: "cy@example.org" })
  await importFile(admin, THREE)
  const list = await admin.send("GET", MEMBERS)
  const importedAt = app.deps.now().toISOString()
  const times = list.json().map(({ name, importedAt: at }: Record<string, unknown>) => [name, at])
  expect([list.headers["x-total-count"], times.toSorted()]).toEqual([
    "3",
    [
      ["Ada", importedAt],
      ["Bo", importedAt],
      ["Cy", null],
    ],
  ])
  expect((await admin.send("GET", `${MEMBERS}?q=ada`)).json()).toHaveLength(1)
  expect((await admin.send("GET", "/api/admin/overview")).json().memberships).toBe(3)
})

test("the people of a file are listed in its order", async () => {
  await importFile(admin, "Name,Email\nZoé,z@example.org\nAda,a@example.org\nMax,m@example.org")
  const names = (await admin.send("GET", MEMBERS)).json().map(({ name }: { name: string }) => name)
  expect(names).toEqual(["Zoé", "Ada", "Max"])
})

test("rows that cannot be imported stop the import unless they are to be left out", async () => {
  const content = `${THREE}Cy,nobody,,,\nAda again,ADA@example.org,,,`
  const refused = await importFile(admin, content)
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { file: expect.stringContaining("Nothing was") }])
  expect([await stored(), await imports(), await audit()]).toEqual([[], [], []])
  const response = await importFile(admin, content, { leavesOut: "true" })
  expect(response.json()).toMatchObject({ imported: 2, existing: 0, leftOut: 2 })
  expect(await audit()).toMatchObject([{ after: { rows: "2–3", leftOut: 2 } }])
  const onlyWrong = await importFile(admin, "Name,Email\n,x", { leavesOut: "true" })
  expect([onlyWrong.statusCode, (await stored()).length]).toEqual([400, 2])
})

test("a file whose people are members already imports nothing and says so", async () => {
  await importFile(admin, THREE)
  const before = await stored()
  const again = await importFile(admin, THREE)
  expect([again.statusCode, again.json().code]).toEqual([409, "import.nothing_new"])
  expect([await stored(), (await imports()).length, (await audit()).length]).toEqual([before, 1, 1])
})

test("the rows of an import are named by their lines, without those of members", async () => {
  await join({ name: "Ada", email: "ada2@example.org" })
  await join({ name: "Ada", email: "ada5@example.org" })
  await importFile(admin, manyPeople(8))
  expect(await audit()).toMatchObject([{ after: { imported: 6, rows: "2–3, 5–6, 8–9" } }])
})

test("the welcome email goes on request, in each person's language, after all others and once a day", async () => {
  await importFile(admin, THREE, { sendsWelcome: "true", language: "es" })
  expect(await audit()).toMatchObject([{ after: { sendsWelcome: true } }])
  const rows = await waitingWelcomes()
  expect(rows.map(({ priority }) => priority)).toEqual([PRIORITY.low, PRIORITY.low])
  const emails = (await welcomes()).map(({ to, language }) => [to, language])
  expect(emails.toSorted()).toEqual([
    ["ada@example.org", "fr"],
    ["bo@example.org", "es"],
  ])
  expect(JSON.stringify(await welcomes())).not.toContain("Ada")
})

test("a deleted membership becomes a new one, without what was deleted", async () => {
  await join({ name: "Ada Lovelace", email: "ada@example.org", interests: "Loops", location: "Okap" })
  const [ada] = await stored()
  await admin.send("DELETE", `${MEMBERS}/${ada?.id}`)
  expect((await importFile(admin, THREE)).json()).toMatchObject({ imported: 2, existing: 0 })
  const fields = { interests: null, location: null, deletedAt: null, program: "coding" }
  expect((await stored())[0]).toMatchObject({ id: ada?.id, name: "Ada", ...fields })
  expect((await admin.send("GET", "/api/admin/overview")).json().memberships).toBe(2)
})

test("twenty requests with one id in two processes import once and get one answer", async () => {
  const twin = await createTestApp({ database: app.database })
  const twinAdmin = await signInAs(twin, admin.id, "admin")
  const id = createId()
  const send = (index: number) =>
    importFile(index % 2 ? admin : twinAdmin, manyPeople(300), { id, sendsWelcome: "true" })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
  await twin.close()
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(responses[0]?.json()).toEqual({ id, imported: 300, existing: 0, leftOut: 0 })
  expect([(await stored()).length, (await imports()).length, (await audit()).length]).toEqual([300, 1, 1])
  expect(await waitingWelcomes()).toHaveLength(300)
})

test("the id of an import belongs to its file and its settings", async () => {
  const id = createId()
  await importFile(admin, THREE, { id })
  for (const [content, fields] of [
    [manyPeople(1), {}],
    [THREE, { language: "fr" }],
    [THREE, { sendsWelcome: "true" }],
    [THREE, { leavesOut: "true" }],
  ] as const) {
    const refused = await importFile(admin, content, { id, ...fields })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["id"]])
  }
  expect((await importFile(admin, THREE, { id: id.toUpperCase() })).statusCode).toBe(201)
  expect((await stored()).length).toBe(2)
})

test.each([
  ["consent", "false"],
  ["consent", ""],
  ["consent", undefined],
  ["language", "de"],
  ["language", undefined],
  ["sendsWelcome", "1"],
  ["sendsWelcome", undefined],
  ["leavesOut", "yes"],
  ["leavesOut", undefined],
  ["id", "x"],
  ["id", undefined],
  ["file", "Name,Email"],
  ["unknown", "x"],
])("an import with %s as %j is refused and stores nothing", async (name, value) => {
  const refused = await importFile(admin, name === "file" ? undefined : THREE, { [name]: value })
  expect(refused.statusCode).toBe(400)
  if (name !== "unknown") expect(Object.keys(refused.json().fields)).toEqual([name])
  expect([await stored(), await imports()]).toEqual([[], []])
})

test("a file that is too large, too long or unreadable is refused and stores nothing", async () => {
  expect((await importFile(admin, `${THREE}${"\n".repeat(1024 * 1024)}`)).statusCode).toBe(413)
  for (const content of [manyPeople(2001), "", 'Name,Email\nAda,"ada@example.org', "Name\nAda"]) {
    const refused = await importFile(admin, content, { leavesOut: "true" })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["file"]])
  }
  expect([await stored(), await imports()]).toEqual([[], []])
  expect((await importFile(admin, manyPeople(2000), { sendsWelcome: "true" })).json()).toMatchObject({ imported: 2000 })
})

test("only an administrator imports, from a page of this site", async () => {
  const member = await signInAs(app, (await register(app, "bea")).id, "member")
  expect((await importFile(member, THREE)).statusCode).toBe(403)
  expect((await importFile(openBrowser(app), THREE)).statusCode).toBe(401)
  const headers = { origin: "https://evil.example", cookie: admin.cookie() }
  const payload = importForm(THREE, { id: createId(), language: "en", consent: "true" })
  expect((await app.send({ method: "POST", url: IMPORTS, payload, headers })).statusCode).toBe(403)
  expect([await stored(), await imports()]).toEqual([[], []])
})
