import { NEWSLETTER_TOPICS } from "@haitech/contract/newsletters"
import { afterEach, beforeEach, expect, test } from "vitest"
import { memberships, newsletterChoices } from "#features/outreach/table.ts"
import { createId } from "#platform/db/columns.ts"
import { PermanentFailure } from "#platform/jobs/permanent-failure.ts"
import { type Browser, createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { importFile } from "#testing-imports.ts"
import {
  createNewsletter,
  deliverAll,
  joinAs,
  NEWSLETTERS,
  readNewsletter,
  startNewsletter,
  tokenOf,
} from "#testing-newsletters.ts"

const UNSUBSCRIPTION = "/api/newsletters/unsubscription"
const CHOICE = "/api/newsletters/choice"
const FORM = { "content-type": "application/x-www-form-urlencoded" }
const ALL = [...NEWSLETTER_TOPICS]

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  app.setNow(new Date())
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

/** The token of the link in a newsletter that `name` got. */
async function receive(name: string, topic = "programs") {
  await joinAs(app, name)
  const id = await createNewsletter(admin, { topic })
  await startNewsletter(admin, id)
  const email = (await deliverAll(app)).filter(({ to }) => to === `${name}@example.org`).at(-1)
  return { id, token: email ? tokenOf(email) : "" }
}

/** As a mailbox provider does: no cookie, no origin (RFC 8058). */
const oneClick = (
  token: string,
  payload: string | Buffer = "List-Unsubscribe=One-Click",
  headers: Readonly<Record<string, string>> = FORM,
) => app.send({ method: "POST", url: `${UNSUBSCRIPTION}?token=${token}`, payload, headers })
const read = (token: string) => openBrowser(app).send("POST", CHOICE, { token })
const save = (token: string, topics: readonly string[]) => openBrowser(app).send("PUT", CHOICE, { token, topics })
const choices = async () => {
  const rows = await app.database.db.select().from(memberships).orderBy(memberships.email)
  return rows.map(({ newsletterTopics, newslettersEnded }) => [newsletterTopics, newslettersEnded])
}

test("one click ends the newsletters at once, and keeps the membership", async () => {
  const { id, token } = await receive("ada")
  await joinAs(app, "bea")
  const response = await oneClick(token)
  expect([response.statusCode, response.json()]).toMatchObject([200, { topics: [], ended: "left" }])
  expect(await choices()).toEqual([
    [[], "left"],
    [ALL, null],
  ])
  expect((await readNewsletter(admin, id)).counts).toMatchObject({ sent: 1, left: 1 })
  const next = await createNewsletter(admin)
  expect((await admin.send("GET", `${NEWSLETTERS}/${next}/audience`)).json().total).toBe(1)
})

test("of ten clicks at once, one counts, and a later one changes nothing", async () => {
  const { id, token } = await receive("ada")
  const responses = await Promise.all(Array.from({ length: 10 }, () => oneClick(token)))
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  const before = responses[0]?.json()
  app.setNow(new Date(Date.now() + 60_000))
  expect((await oneClick(token)).json()).toEqual(before)
  expect((await readNewsletter(admin, id)).counts["left"]).toBe(1)
})

test("the click works as multipart, from another origin, and with a cookie", async () => {
  const boundary = "x-8058"
  const body = `--${boundary}\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
  for (const [payload, headers] of [
    [body, { "content-type": `multipart/form-data; boundary=${boundary}` }],
    ["List-Unsubscribe=One-Click", { ...FORM, origin: "https://mail.example" }],
    ["List-Unsubscribe=One-Click", { ...FORM, origin: "null", "sec-fetch-site": "cross-site" }],
    ["List-Unsubscribe=One-Click", { ...FORM, cookie: "theme=dark" }],
  ] as const) {
    const { token } = await receive("ada")
    expect((await oneClick(token, payload, headers)).statusCode).toBe(200)
    expect(await choices()).toEqual([[[], "left"]])
    await save(token, ALL)
  }
})

test.each(["", "List-Unsubscribe=", "List-Unsubscribe=Two-Clicks", "list-unsubscribe=One-Click", "x=y"])(
  "a POST of %j ends nothing",
  async (body) => {
    const { token } = await receive("ada")
    expect((await oneClick(token, body)).statusCode).toBe(400)
    expect(await choices()).toEqual([[ALL, null]])
  },
)

test("opening the address of the click changes nothing, and leads to the page", async () => {
  const { token } = await receive("ada")
  const open = (language: string) =>
    app.send({ method: "GET", url: `${UNSUBSCRIPTION}?token=${token}`, headers: { "accept-language": language } })
  const opened = await open("fr")
  expect([opened.statusCode, opened.headers.location]).toEqual([303, `/fr/newsletters#newsletters=${token}`])
  expect(opened.headers["referrer-policy"]).toBe("no-referrer")
  expect((await open("en")).headers.location).toBe(`/newsletters#newsletters=${token}`)
  expect((await app.send({ method: "HEAD", url: `${UNSUBSCRIPTION}?token=${token}` })).statusCode).toBe(405)
  expect(await choices()).toEqual([[ALL, null]])
})

test("a wrong, another or no token ends nothing", async () => {
  const { token } = await receive("ada")
  const [membership = "", newsletter = "", signature = ""] = token.split(".")
  const others = [
    [createId(), newsletter, signature],
    [membership, createId(), signature],
    [membership, "", signature],
    [membership, newsletter, "0".repeat(64)],
    [membership, newsletter, ""],
    [newsletter, membership, signature],
  ].map((parts) => parts.join("."))
  for (const other of [...others, "", "..", "x".repeat(200)]) {
    expect((await oneClick(other)).json().code).toBe("newsletter_link.expired")
    expect((await read(other)).json().code).toBe("newsletter_link.expired")
    expect((await save(other, [])).json().code).toBe("newsletter_link.expired")
  }
  expect((await read("x".repeat(201))).json().code).toBe("request.invalid")
  expect(
    (await app.send({ method: "POST", url: UNSUBSCRIPTION, payload: "List-Unsubscribe=One-Click", headers: FORM }))
      .statusCode,
  ).toBe(400)
  expect(await choices()).toEqual([[ALL, null]])
})

test("the page's call needs the site's origin", async () => {
  const { token } = await receive("ada")
  const headers = { origin: "https://evil.example" }
  const response = await app.send({ method: "PUT", url: CHOICE, payload: { token, topics: [] }, headers })
  expect(response.json().code).toBe("origin.foreign")
})

test("a member leaves one topic, all of them, and comes back", async () => {
  const { token } = await receive("ada")
  expect((await read(token)).json()).toEqual({ topics: ALL, ended: null, endedAt: null })
  expect((await save(token, ["giving", "events"])).json()).toEqual({
    topics: ["events", "giving"],
    ended: null,
    endedAt: null,
  })
  expect((await receive("ada")).token).toBe(token)
  expect((await save(token, [])).json()).toMatchObject({ topics: [], ended: "left" })
  expect((await read(token)).json()).toMatchObject({ topics: [], ended: "left" })
  expect((await save(token, ALL)).json()).toEqual({ topics: ALL, ended: null, endedAt: null })
  expect(await app.database.db.select().from(newsletterChoices)).toEqual([])
})

test.each([[["spam"]], [["events", "events"]], ["events"], [[1]], [null], [undefined]])(
  "the topics %j are refused",
  async (topics) => {
    const { token } = await receive("ada")
    expect((await save(token, topics as never)).statusCode).toBe(400)
    expect((await openBrowser(app).send("PUT", CHOICE, { token, topics: [], more: 1 })).statusCode).toBe(400)
    expect(await choices()).toEqual([[ALL, null]])
  },
)

test("who left stays out when a stranger types the address again, until the owner chooses", async () => {
  const { token } = await receive("ada")
  await oneClick(token)
  const [membership = ""] = token.split(".")
  await admin.send("DELETE", `/api/admin/memberships/${membership}`)
  expect((await read(token)).json().code).toBe("newsletter_link.expired")
  await app.database.db.delete(memberships)
  await joinAs(app, "ADA", "fr")
  expect(await choices()).toEqual([[[], "left"]])
  const welcome = (await app.deliver()).filter(({ key }) => key.startsWith("membership.welcome")).at(-1)
  const [, again = ""] = /#newsletters=([\w.-]+)/.exec(welcome?.text ?? "") ?? []
  expect((await save(again, ["programs"])).statusCode).toBe(200)
  expect(await choices()).toEqual([[["programs"], null]])
  await joinAs(app, "ada")
  expect(await choices()).toEqual([[["programs"], null]])
})

test("the welcome of somebody who never left has no such link", async () => {
  await joinAs(app, "ada")
  const [welcome] = await app.deliver()
  expect(welcome?.text).not.toContain("#newsletters=")
})

test("an import subscribes nobody again who left, and its welcome has the way back", async () => {
  const { token } = await receive("ada")
  await oneClick(token)
  await app.database.db.delete(memberships)
  await importFile(admin, "Name,Email\nAda,ADA@example.org\nBo,bo@example.org\n", { sendsWelcome: "true" })
  expect((await choices()).toSorted()).toEqual([
    [[], "left"],
    [ALL, null],
  ])
  const welcomes = (await app.deliver()).filter(({ key }) => key.startsWith("membership.welcome")).slice(-2)
  const withLink = welcomes.filter(({ text }) => text.includes("#newsletters="))
  expect(withLink.map(({ to }) => to)).toEqual(["ADA@example.org"])
  const id = await createNewsletter(admin)
  await startNewsletter(admin, id)
  expect((await deliverAll(app)).map(({ to }) => to)).toEqual(["ada@example.org", "bo@example.org"])
})

test("a membership that gets the address of somebody who left gets none", async () => {
  const { token } = await receive("ada")
  await oneClick(token)
  await app.database.db.delete(memberships)
  await app.database.db.insert(memberships).values({ name: "Ada", email: "Ada@example.org" })
  const id = await createNewsletter(admin)
  await startNewsletter(admin, id)
  const before = app.emails.length
  await deliverAll(app)
  expect(app.emails).toHaveLength(before)
  expect((await readNewsletter(admin, id)).counts).toMatchObject({ sent: 0, skipped: 1 })
})

test("no address is stored beside the choice", async () => {
  const { token } = await receive("ada")
  await oneClick(token)
  const rows = await app.database.sql`select * from newsletter_choices`
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain("ada")
})

test("no address and no token reaches the log, also when sending fails", async () => {
  const lines: string[] = []
  const write = (...line: readonly unknown[]) => void lines.push(JSON.stringify(line))
  const log = { info: write, warn: write, error: write, fatal: write }
  let isFailing = false
  const onSend = async ({ to }: { readonly to: string }) => {
    if (isFailing) throw new PermanentFailure(`${to} was refused`)
  }
  const logged = await createTestApp({ database: app.database, log, onSend })
  logged.setNow(app.deps.now())
  const { token } = await receive("ada")
  isFailing = true
  await startNewsletter(admin, await createNewsletter(admin))
  await deliverAll(logged)
  for (const value of [token, "wrong"]) {
    const url = `${UNSUBSCRIPTION}?token=${value}`
    await logged.send({ method: "POST", url, payload: "List-Unsubscribe=One-Click", headers: FORM })
    await logged.send({ method: "GET", url })
  }
  await logged.close()
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.join("\n")).not.toMatch(/ada@|example\.org|token=|[\da-f]{64}/)
})

test("an administrator takes a member off, once, and only the member can come back", async () => {
  const { token } = await receive("ada")
  const [id = ""] = token.split(".")
  const url = `/api/admin/memberships/${id}/newsletters`
  const responses = await Promise.all(Array.from({ length: 5 }, () => admin.send("DELETE", url)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
  expect(responses[0]?.json().newsletters).toMatchObject({ topics: ALL, ended: "removed" })
  const entries: { action: string }[] = (await admin.send("GET", "/api/admin/audit")).json()
  expect(entries.filter(({ action }) => action === "membership.newsletters_ended")).toHaveLength(1)
  await joinAs(app, "ada")
  expect(await choices()).toEqual([[ALL, "removed"]])
  await save(token, ALL)
  expect(await choices()).toEqual([[ALL, null]])
  const member = await register(app, "bea")
  expect((await member.send("DELETE", url)).statusCode).toBe(403)
  expect((await openBrowser(app).send("DELETE", url)).statusCode).toBe(401)
  expect((await admin.send("DELETE", url.replace(id, createId()))).json().code).toBe("record.unknown")
})

test("who leaves while a newsletter is being sent gets none of it", async () => {
  const { token } = await receive("ada")
  await joinAs(app, "bea")
  const id = await createNewsletter(admin)
  await startNewsletter(admin, id)
  await Promise.all([oneClick(token), deliverAll(app)])
  const { counts } = await readNewsletter(admin, id)
  expect((counts["sent"] ?? 0) + (counts["skipped"] ?? 0)).toBe(2)
  const last = await createNewsletter(admin)
  await startNewsletter(admin, last)
  await deliverAll(app)
  expect((await readNewsletter(admin, last)).counts).toMatchObject({ sent: 1, skipped: 0 })
})
