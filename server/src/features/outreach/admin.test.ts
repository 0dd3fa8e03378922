import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"

const CONTACTS = "/api/admin/contacts"
const MEMBERSHIPS = "/api/admin/memberships"
const UNKNOWN = "0198c0de-0000-7000-8000-000000000000"
const LONG = "Kijan pou m aprann pwograme? ".repeat(5).trim()
const REPLY_ID = "0198c0de-0000-7000-8000-000000000001"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

/** Sends a message from a page in `language` and dates it to that day of February 2026. */
async function write(day: number, fields: object, language = "en"): Promise<string> {
  const payload = { name: "Ada Pierre", email: "ada@example.org", message: "Hello", ...fields }
  const headers = { "accept-language": language }
  const { id } = (await app.send({ method: "POST", url: "/api/contact", payload, headers })).json()
  await app.database.sql`update contacts set created_at = ${new Date(Date.UTC(2026, 1, day))} where id = ${id}`
  return id
}

const join = (language: string, payload: object) =>
  app.send({ method: "POST", url: "/api/membership", payload, headers: { "accept-language": language } })
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const replyTo = (contactId: string, message = "Yes", fields: object = {}) =>
  admin.send("POST", "/api/admin/reply", { contactId, message, ...fields })
const move = (id: string, state: string) => admin.send("PATCH", `${CONTACTS}/${id}`, { state })
const stateOf = async (id: string) => (await admin.send("GET", `${CONTACTS}/${id}`)).json().state
const deliverReplies = async () => (await app.deliver()).filter(({ key }) => key.startsWith("contact.reply/"))
const audit = async (action: string) => (await admin.send("GET", `/api/admin/audit?action=${action}`)).json()
const replyRows = () => app.database.sql`select admin_id, message from contact_replies order by id`

/** Returns the names in a list and checks its total. */
async function list(url: string): Promise<string[]> {
  const response = await admin.send("GET", url)
  expect([url, response.statusCode]).toEqual([url, 200])
  expect(response.headers["x-total-count"]).toBe(String(response.json().length))
  return names(response.json())
}

/** Returns the names on all pages, from the first page's URL. */
async function readAllPages(first: string): Promise<string[]> {
  const paged: string[] = []
  for (let url: string | undefined = first; url; ) {
    const response = await admin.send("GET", url)
    paged.push(...names(response.json()))
    url = /^<(.+)>; rel="next"$/.exec(String(response.headers["link"] ?? ""))?.[1]
  }
  return paged
}

/** @returns the id of the newest message, whose state is `done` */
async function fillContacts() {
  await write(1, { name: "Rosemène Noël", message: "Kijan pou m aprann kreyòl?", subject: "languages" }, "ht")
  await write(2, { name: "=1+1", email: "eve@example.org", message: 'Two\nlines, "quoted"', subject: "general" })
  const id = await write(3, { name: "Alan" }, "fr")
  await move(id, "done")
  return id
}

test("messages are listed newest first, with their state and the language of their page", async () => {
  const id = await fillContacts()
  expect(await list(CONTACTS)).toEqual(["Alan", "=1+1", "Rosemène Noël"])
  const response = await admin.send("GET", CONTACTS)
  const record = { id, name: "Alan", email: "ada@example.org", subject: null, message: "Hello" }
  const alan = { ...record, state: "done", language: "fr", createdAt: "2026-02-03T00:00:00.000Z" }
  expect(response.json()[0]).toEqual(alan)
  expect(response.json()[2]).toMatchObject({ language: "ht", subject: "languages", state: "new" })
})

test("messages are searched by name, email and text without regard to case and accents, and filtered by state and subject", async () => {
  await fillContacts()
  const search = (query: string) => list(`${CONTACTS}?${query}`)
  for (const q of ["noel", "KREYOL", "kre", "noel aprann", "ki"])
    expect([q, await search(`q=${q}`)]).toEqual([q, ["Rosemène Noël"]])
  expect(await search("q=eve@")).toEqual(["=1+1"])
  expect(await search("q=example.org")).toHaveLength(3)
  expect(await search("q=%25")).toEqual([])
  expect(await search("state=done")).toEqual(["Alan"])
  expect(await search("state=new&subject=general")).toEqual(["=1+1"])
  expect(await search("subject=languages&q=noel")).toEqual(["Rosemène Noël"])
  expect(await search("state=answered")).toEqual([])
})

test("paging returns every message once in both orders, also for equal timestamps", async () => {
  await fillContacts()
  for (const name of ["b", "c", "d"]) await write(3, { name, message: name })
  const newest = await list(CONTACTS)
  expect(await readAllPages(`${CONTACTS}?limit=1`)).toEqual(newest)
  expect(await readAllPages(`${CONTACTS}?limit=2&sort=oldest`)).toEqual(newest.toReversed())
  const newNames = newest.filter((name) => name !== "Alan")
  expect(await readAllPages(`${CONTACTS}?limit=1&state=new`)).toEqual(newNames)
})

const IMPOSSIBLE = Buffer.from(`["2026-13-45 99:99:99+00","${UNKNOWN}"]`).toString("base64url")

const REFUSED = {
  both: ["limit=0", "limit=501", "cursor=x", `cursor=${IMPOSSIBLE}`, "q=%00", `q=${"x".repeat(101)}`, "digest=x"],
  contacts: ["sort=name", "state=gone", "subject=", "language=ht", "state=new&state=done"],
  memberships: ["sort=email", "program=cooking", "language=de", "state=new"],
}

test.each([
  ...[...REFUSED.both, ...REFUSED.contacts].map((query) => `${CONTACTS}?${query}`),
  ...[...REFUSED.both, ...REFUSED.memberships].map((query) => `${MEMBERSHIPS}?${query}`),
  `${CONTACTS}/export?limit=1`,
  `${MEMBERSHIPS}/export?sort=name`,
  `${CONTACTS}/x`,
])("%s is refused", async (url) => {
  expect((await admin.send("GET", url)).statusCode).toBe(400)
})

test("the CSV export escapes formulas, respects the filters, and is recorded in the audit log", async () => {
  await fillContacts()
  const response = await admin.send("GET", `${CONTACTS}/export?state=new`)
  expect(response.headers["content-disposition"]).toBe('attachment; filename="contacts.csv"')
  expect(response.body).toBe(
    "\ufeffDate,Name,Email,Subject,State,Language,Message\r\n" +
      '2026-02-02T00:00:00.000Z,\'=1+1,eve@example.org,general,new,en,"Two\nlines, ""quoted"""\r\n' +
      "2026-02-01T00:00:00.000Z,Rosemène Noël,ada@example.org,languages,new,ht,Kijan pou m aprann kreyòl?\r\n",
  )
  const query = { list: "contacts", state: "new" }
  expect(await audit("list.exported")).toMatchObject([{ actor: { id: admin.id }, before: null, after: query }])
})

test("a message can change to every state, each change is in the audit log, and the same state changes nothing", async () => {
  const id = await write(1, {})
  const version = () => app.database.sql`select xmin::text from contacts`
  const path = ["new", "done", "new", "answered", "done", "answered", "new"]
  for (const [index, to] of path.slice(1).entries()) {
    const from = path[index]
    const response = await move(id, to)
    expect([response.statusCode, response.json().state]).toEqual([200, to])
    const [entry] = await audit("contact.moved")
    const facts = { before: { state: from }, after: { state: to } }
    expect(entry).toMatchObject({ actor: { id: admin.id }, subjectId: id, ...facts })
  }
  const before = [await version(), await audit("contact.moved")]
  expect((await move(id, "new")).statusCode).toBe(200)
  expect([await version(), await audit("contact.moved")]).toEqual(before)
  expect((await move(id, "gone")).statusCode).toBe(400)
  expect((await admin.send("PATCH", `${CONTACTS}/${id}`, { state: "done", name: "Eve" })).statusCode).toBe(400)
  for (const send of [move(UNKNOWN, "done"), admin.send("GET", `${CONTACTS}/${UNKNOWN}`), replyTo(UNKNOWN)]) {
    const response = await send
    expect([response.statusCode, response.json().code]).toEqual([404, "contact.unknown"])
  }
})

test("a reply is stored, emailed to the sender in the language of the page, and sets the state to answered", async () => {
  const id = await write(3, { message: `Èske <b>gratis</b>?\n${LONG}` }, "fr")
  const response = await replyTo(id, "Oui & <i>gratuit</i>.\r\n\r\nÀ bientôt")
  const stored = { contactId: id, message: "Oui & <i>gratuit</i>.\n\nÀ bientôt", author: "root Pierre" }
  const reply = { id: expect.any(String), ...stored, createdAt: "2026-01-02T03:04:05.000Z" }
  expect([response.statusCode, response.json()]).toEqual([201, reply])
  expect((await admin.send("GET", `${CONTACTS}/${id}`)).json()).toMatchObject({ state: "answered", replies: [reply] })
  expect(await audit("contact.replied")).toMatchObject([{ actor: { id: admin.id }, subjectId: id, after: null }])
  const [email, ...rest] = await deliverReplies()
  expect(rest).toEqual([])
  const subject = "HaiTech\u00a0: notre réponse au message reçu"
  expect(email).toMatchObject({ to: "ada@example.org", language: "fr", subject })
  expect(email?.html).toContain("Oui &amp; &lt;i&gt;gratuit&lt;/i&gt;.</p>")
  expect(email?.html).toContain(`Èske &lt;b&gt;gratis&lt;/b&gt;?<br>${LONG}</blockquote>`)
  const [before, quoted = ""] = email?.text.split("Message reçu le 2 février 2026\u00a0:\n") ?? []
  expect(before).toMatch(/\n\nOui & <i>gratuit<\/i>\.\n\nÀ bientôt\n\n$/)
  expect(quoted).toMatch(/^> Èske <b>gratis<\/b>\?\n(> Kijan.*\n)(> .+\n)+\n/)
})

test("a reply leaves the state done unchanged, and two requests without an id store two replies", async () => {
  const id = await write(1, {})
  await move(id, "done")
  expect([(await replyTo(id)).statusCode, (await replyTo(id.toUpperCase())).statusCode]).toEqual([201, 201])
  expect([(await replyRows()).length, (await deliverReplies()).length, await stateOf(id)]).toEqual([2, 2, "done"])
})

test("twenty concurrent requests with one id store one reply and send one email; the id with another text is refused", async () => {
  const id = await write(1, {})
  const responses = await Promise.all(Array.from({ length: 20 }, () => replyTo(id, "Yes", { id: REPLY_ID })))
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect([responses[0]?.statusCode, responses[0]?.json().id]).toEqual([201, REPLY_ID])
  const other = await write(2, { message: "Another" })
  for (const refused of [await replyTo(id, "No", { id: REPLY_ID }), await replyTo(other, "Yes", { id: REPLY_ID })])
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["id"]])
  expect([(await replyRows()).length, (await deliverReplies()).length, await stateOf(other)]).toEqual([1, 1, "new"])
  expect(await audit("contact.replied")).toHaveLength(1)
})

test("a reply that is empty, too long or has unknown fields is refused and stores nothing", async () => {
  const id = await write(1, {})
  for (const message of ["", "  \r\n ", "é".repeat(5001), "a\0b"])
    expect((await replyTo(id, message)).json().fields).toEqual({ message: expect.any(String) })
  for (const more of [{ to: "eve@example.org" }, { id: "x" }, { contactId: "x" }, { message: 5 }, { adminId: UNKNOWN }])
    expect((await replyTo(id, "Yes", more)).statusCode).toBe(400)
  expect([await replyRows(), await deliverReplies(), await stateOf(id)]).toEqual([[], [], "new"])
  expect((await replyTo(id, "é".repeat(5000))).statusCode).toBe(201)
})

test("line breaks in a name, a message or a reply add no header to the email", async () => {
  const id = await write(1, { name: "Ada\r\nBcc: eve@example.org", message: "Hi\r\nBcc: eve@example.org" })
  await replyTo(id, "Yes\r\nBcc: eve@example.org\r\n\r\nBcc: eve@example.org")
  const [{ text, html: _, ...headers } = { text: "", html: "" }] = await deliverReplies()
  expect(JSON.stringify(headers)).not.toMatch(/eve@|\\[rn]/)
  expect(text.match(/Bcc: eve@/g)).toHaveLength(4)
})

test("replies of a deleted administrator stay, oldest first", async () => {
  const id = await write(1, {})
  const colleague = await signInAsAdmin(app, "grace")
  await colleague.send("POST", "/api/admin/reply", { contactId: id, message: "First" })
  app.setNow(new Date("2026-01-02T03:05:00Z"))
  await replyTo(id, "Second")
  await app.database.sql`delete from users where id = ${colleague.id}`
  const [first, second] = (await admin.send("GET", `${CONTACTS}/${id}`)).json().replies
  expect(first).toMatchObject({ message: "First", author: null })
  expect(second).toMatchObject({ message: "Second", author: "root Pierre" })
})

test("memberships are sorted, filtered, searched and exported", async () => {
  await join("ht", { name: "rosemène", email: "r@example.org", program: "coding", location: "Okap" })
  await join("en", { name: "Alan", email: "a@example.org", program: "languages", interests: "-2+3" })
  await join("fr", { name: "Zoé", email: "z@example.org" })
  await app.database.sql`update memberships set created_at = '2026-02-01', updated_at = '2026-02-02'`
  const [zoe] = (await admin.send("GET", `${MEMBERSHIPS}?q=zoe`)).json()
  const row = { name: "Zoé", email: "z@example.org", program: null, interests: null, location: null, language: "fr" }
  const [createdAt, updatedAt] = ["2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z"]
  const newsletters = { topics: ["programs", "events", "stories", "giving"], ended: null, endedAt: null }
  expect(zoe).toEqual({ id: expect.any(String), ...row, newsletters, createdAt, updatedAt, importedAt: null })
  const oldest = ["rosemène", "Alan", "Zoé"]
  const orders = { newest: oldest.toReversed(), oldest, name: ["Alan", "rosemène", "Zoé"] }
  for (const [sort, order] of Object.entries(orders))
    expect([sort, await readAllPages(`${MEMBERSHIPS}?limit=1&sort=${sort}`)]).toEqual([sort, order])
  for (const query of ["program=coding", "language=ht", "q=OKAP", "q=rosemene&language=ht"])
    expect([query, await list(`${MEMBERSHIPS}?${query}`)]).toEqual([query, ["rosemène"]])
  const table = await admin.send("GET", `${MEMBERSHIPS}/export?program=languages`)
  const head = "\ufeffDate,Name,Email,Program,Language,Location,Interests\r\n"
  expect(table.body).toBe(`${head}${createdAt},Alan,a@example.org,languages,en,,'-2+3\r\n`)
  expect(await audit("list.exported")).toMatchObject([{ after: { list: "memberships", program: "languages" } }])
})

test("a membership has the language of the page on which the person joined last", async () => {
  const rows = async () => (await admin.send("GET", MEMBERSHIPS)).json()
  await join("ht", { name: "Ada", email: "ada@example.org", location: "Okap" })
  expect(await rows()).toMatchObject([{ name: "Ada", language: "ht", location: "Okap" }])
  await join("fr", { name: "Ada P.", email: "ADA@example.org" })
  expect(await rows()).toMatchObject([{ name: "Ada P.", language: "fr", location: "Okap" }])
})
