import { afterEach, beforeEach, expect, test } from "vitest"
import { membershipImports, memberships } from "#features/outreach/table.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { checkFile, IMPORTS, importForm } from "#testing-imports.ts"

const MEMBERS = "/api/admin/memberships"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const join = (payload: object) => app.send({ method: "POST", url: "/api/membership", payload })
const stored = () => app.database.db.select().from(memberships)
const errorOf = async (content: string | Uint8Array) => {
  const response = await checkFile(admin, content)
  return [response.statusCode, response.json().fields?.file]
}
const rowsOf = (count: number) =>
  `Name,Email\n${Array.from({ length: count }, (_, index) => `Ada,ada${index}@example.org`).join("\n")}`

const EMPTY = { existing: 0, leftOut: 0, issues: [], ignoredColumns: [] }

test("a check says who would be new, who is a member already and which rows are left out, and stores nothing", async () => {
  await join({ name: "Ada", email: "Ada@example.org", interests: "Loops" })
  const before = await stored()
  const content = [
    "Name;Email;Phone;Program;Language;Date;Interests;Location",
    "Ada P.;ADA@example.org;509;coding;fr;;Math;",
    "Rosemène;rose@example.org;;HaiTech Coding;Kreyòl;2026-01-01;;Okap",
    ";nobody;;cooking;de;soon;;",
    'Alan;alan@example.org;;;;;"two\nlines";',
    "Alan again;ALAN@example.org;;;;;;",
    "Late;late@example.org;;;;2026-01-04;;",
    "Long;long@example.org;;;;;;;more",
  ].join("\r\n")
  const { statusCode, ...response } = await checkFile(admin, content)
  const report = response.json()
  expect(statusCode).toBe(200)
  expect(report).toMatchObject({ added: 2, existing: 1, leftOut: 4, ignoredColumns: ["Phone"] })
  const [rose, alan] = report.sample
  const joinedAt = "2026-01-01T12:00:00.000Z"
  expect(rose).toEqual({
    line: 3,
    name: "Rosemène",
    email: "rose@example.org",
    program: "coding",
    language: "ht",
    joinedAt,
  })
  expect(alan).toMatchObject({ line: 5, name: "Alan", program: null, language: null, joinedAt: null })
  expect(report.issues).toEqual([
    { line: 4, column: "Name", message: "Name is required" },
    { line: 4, column: "Email", message: "Please enter a valid email address" },
    { line: 4, column: "Program", message: "Please choose one of the programs" },
    { line: 4, column: "Language", message: "Please write one of the languages en, fr, ht, es" },
    { line: 4, column: "Date", message: "Please write the date like 2026-05-31" },
    { line: 7, column: "Email", message: "Line 5 has the same email address" },
    { line: 8, column: "Date", message: "This day is still to come." },
    { line: 9, column: null, message: "This row has more cells than the first one" },
  ])
  expect(report.issueFile).toMatch(/^\ufeffLine,Column,Message\r\n4,Name,Name is required\r\n4,Email,Please /)
  expect([await stored(), await app.database.db.select().from(membershipImports)]).toEqual([before, []])
  expect((await checkFile(admin, content, "fr")).json().issues[5].message).toBe("La ligne 5 a la même adresse e-mail")
})

test.each([
  ["commas and a byte order mark", "\ufeffName,Email\r\nAda,ada@example.org\r\n"],
  ["semicolons and quoted titles", '"Nom";"E-mail"\n"Ada";"ada@example.org"'],
  ["tabs", "Nombre\tCorreo\nAda\tada@example.org\n"],
  ["line ends of an old Mac", "Non,Imèl\rAda,ada@example.org\r"],
  ["titles in capitals, with blanks and empty columns", ",FULL NAME , E-MAIL ADDRESS,\n,Ada,ada@example.org,"],
  ["blank lines and rows of empty cells", "\n\nName,Email\n,\n\nAda,ada@example.org\n , \n"],
  ["blanks around and within the values", "Name,Email\n  Ada  , ada@example.org \n"],
])("a file with %s is understood", async (_, content) => {
  const { line, ...ada } = (await checkFile(admin, content)).json().sample[0] ?? {}
  expect(line).toBeGreaterThan(1)
  expect(ada).toEqual({ name: "Ada", email: "ada@example.org", program: null, language: null, joinedAt: null })
})

test("the titles of the export are understood in every language", async () => {
  await join({ name: "Ada", email: "ada@example.org", program: "coding", interests: "Loops", location: "Okap" })
  await app.database.sql`update memberships set created_at = '2025-12-31'`
  for (const language of ["en", "fr", "ht", "es"]) {
    const exported = await admin.send("GET", `${MEMBERS}/export`, undefined, { "accept-language": language })
    expect((await checkFile(admin, exported.body)).json()).toMatchObject({ ...EMPTY, added: 0, existing: 1 })
  }
})

test.each([
  ["no text in UTF-8", Buffer.from("Name,Email\nRosem\xe8ne,r@example.org", "latin1"), "“CSV UTF-8”"],
  ["a spreadsheet", Buffer.from("504b0304140006000800ff", "hex"), "“CSV UTF-8”"],
  ["no titles", "Ada,ada@example.org", "name the columns"],
  ["no column of email addresses", "Name,Phone\nAda,509", "name the columns"],
  ["an unreadable first row", 'Name,"Email\nAda,ada@example.org', "name the columns"],
  ["blanks only", " \n\n", "name the columns"],
  ["nothing", "", "nobody in this file"],
  ["nobody", "Name,Email\n,\n", "nobody in this file"],
  ["two columns of one meaning", "Name,Email,E-mail\nAda,a@example.org,b@example.org", "the same meaning"],
  ["too many rows", rowsOf(2001), "at most 2,000 rows"],
])("a file with %s is refused", async (_, content, message) => {
  expect(await errorOf(content)).toEqual([400, expect.stringContaining(message)])
})

test("2,000 rows and 1 MB are the limits", async () => {
  expect((await checkFile(admin, rowsOf(2000))).json()).toMatchObject({ ...EMPTY, added: 2000 })
  const start = "Name,Email\nAda,ada@example.org\n"
  const fitting = start + "\n".repeat(1024 * 1024 - start.length)
  expect((await checkFile(admin, fitting)).json()).toMatchObject({ ...EMPTY, added: 1 })
  const tooLarge = await checkFile(admin, `${fitting}\n`)
  expect([tooLarge.statusCode, tooLarge.json().fields.file]).toEqual([413, expect.stringContaining("at most 1 MB")])
})

test("a missing quotation mark makes the whole file wrong and is named by its line", async () => {
  const report = (
    await checkFile(admin, 'Name,Email\nAda,ada@example.org\nBo,"bo@example.org\nCy,cy@example.org')
  ).json()
  const issue = { line: 3, column: null, message: expect.stringContaining("quotation mark") }
  expect(report).toMatchObject({ added: 0, existing: 0, leftOut: 1, issues: [issue], sample: [] })
})

test("limits of fields are those of the join form", async () => {
  const row = (name: string, local: string, interests: string, location: string) =>
    checkFile(admin, `Name,Email,Interests,Location\n${[name, `${local}@example.org`, interests, location].join()}`)
  const letters = (count: number) => "é".repeat(count)
  const fitting = await row(letters(100), "a".repeat(242), letters(500), letters(100))
  expect(fitting.json()).toMatchObject({ ...EMPTY, added: 1 })
  const tooLong = await row(letters(101), "a".repeat(243), letters(501), letters(101))
  const columns = tooLong.json().issues.map(({ column }: { column: string }) => column)
  expect(columns).toEqual(["Name", "Email", "Interests", "Location"])
  expect((await row("Ada", "a", "a\0b", "")).json().issues).toEqual([
    { line: 2, column: "Interests", message: "This cannot be used here" },
  ])
})

test("issues in the downloaded file are no formulas", async () => {
  const report = (await checkFile(admin, "Name,Email,=1+1,Language\nAda,ada@example.org,x,de")).json()
  expect(report.ignoredColumns).toEqual(["=1+1"])
  const named = (await checkFile(admin, "Name,Email,Language,Program\nAda,ada@example.org,fr,=cmd()")).json()
  expect(named.issueFile).toBe("\ufeffLine,Column,Message\r\n2,Program,Please choose one of the programs\r\n")
})

test("only an administrator checks a file, from a page of this site", async () => {
  const member = await signInAs(app, (await register(app, "bea")).id, "member")
  expect((await checkFile(member, rowsOf(1))).statusCode).toBe(403)
  expect((await checkFile(openBrowser(app), rowsOf(1))).statusCode).toBe(401)
  const headers = { origin: "https://evil.example", cookie: admin.cookie() }
  const payload = importForm(rowsOf(1), {})
  expect((await app.send({ method: "POST", url: `${IMPORTS}/check`, payload, headers })).statusCode).toBe(403)
  const check = (form: object) => admin.send("POST", `${IMPORTS}/check`, form)
  expect((await check(importForm(rowsOf(1), { leavesOut: "true" }))).statusCode).toBe(400)
  expect((await check(importForm(undefined, { file: "Name,Email" }))).statusCode).toBe(400)
  expect((await check(importForm(undefined, {}))).statusCode).toBe(400)
  expect((await check({ file: "Name,Email" })).statusCode).toBe(415)
})
