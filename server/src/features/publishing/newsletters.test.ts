import { NEWSLETTER_LENGTH, NEWSLETTER_SUBJECT_LENGTH } from "@haitech/contract/admin/newsletters"
import type { FieldError } from "@haitech/contract/field-errors"
import type { MembershipId } from "@haitech/contract/ids"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { memberships } from "#features/outreach/table.ts"
import { birthYears } from "#features/safeguarding/table.ts"
import { createId } from "#platform/db/columns.ts"
import { text } from "#platform/messages.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  createNewsletter,
  deliverAll,
  joinAs,
  NEWSLETTER,
  NEWSLETTERS,
  readNewsletter,
  startNewsletter,
} from "#testing-newsletters.ts"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  app.setNow(new Date())
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const put = (id: string, more: object) => admin.send("PUT", `${NEWSLETTERS}/${id}`, { ...NEWSLETTER, ...more })
const audience = async (id: string) => (await admin.send("GET", `${NEWSLETTERS}/${id}/audience`)).json()
const actions = async (): Promise<string[]> => {
  const entries: { action: string }[] = (await admin.send("GET", "/api/admin/audit")).json()
  return entries.map(({ action }) => action).filter((action) => action.startsWith("newsletter."))
}

const textsOf = (fields: Readonly<Partial<Record<string, FieldError>>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, code]) => [name, text("en", `field.${code ?? "invalid"}`)]))

test("each member gets one email in their language, or in English where it is missing", async () => {
  await joinAs(app, "ada")
  await joinAs(app, "bea", "fr")
  await joinAs(app, "carl", "ht")
  const id = await createNewsletter(admin)
  expect(await audience(id)).toEqual({ total: 3, en: 2, fr: 1, ht: 0, es: 0 })
  const started = await startNewsletter(admin, id)
  expect([started.statusCode, started.json().state, started.json().counts.waiting]).toEqual([200, "sending", 3])
  const emails = await deliverAll(app)
  expect(emails.map(({ to, language, subject }) => [to, language, subject])).toEqual([
    ["ada@example.org", "en", "New classes"],
    ["bea@example.org", "fr", "Nouveaux cours"],
    ["carl@example.org", "en", "New classes"],
  ])
  expect(await readNewsletter(admin, id)).toMatchObject({ state: "sent", counts: { waiting: 0, sent: 3, failed: 0 } })
  expect(await actions()).toEqual(["newsletter.sent", "newsletter.created"])
})

test("deleted memberships, members who left and those without the topic are not in the audience", async () => {
  const ids = await Promise.all(["ada", "bea", "carl", "dan"].map((name) => joinAs(app, name)))
  const set = (at: number, changes: object) =>
    app.database.db
      .update(memberships)
      .set(changes)
      .where(eq(memberships.id, ids[at] as MembershipId))
  await admin.send("DELETE", `/api/admin/memberships/${ids[0]}`)
  await set(1, { newslettersEnded: "left", newslettersEndedAt: new Date() })
  await set(2, { newsletterTopics: ["events"] })
  const id = await createNewsletter(admin)
  expect(await audience(id)).toMatchObject({ total: 1 })
  await startNewsletter(admin, id)
  expect((await deliverAll(app)).map(({ to }) => to)).toEqual(["dan@example.org"])
})

test("a newsletter for one program goes to its members only", async () => {
  await joinAs(app, "ada", "en", { program: "coding" })
  await joinAs(app, "bea", "en", { program: "languages" })
  await joinAs(app, "carl")
  const id = await createNewsletter(admin, { program: "coding" })
  await startNewsletter(admin, id)
  expect((await deliverAll(app)).map(({ to }) => to)).toEqual(["ada@example.org"])
})

test("nobody who may be under 18 is asked for money", async () => {
  const now = new Date("2030-06-01T00:00:00Z")
  for (const [name, birthYear] of [
    ["ada", 2011],
    ["bea", 2012],
    ["carl", 2020],
  ] as const) {
    const { id: userId } = await register(app, name)
    await app.database.db.insert(birthYears).values({ userId, birthYear })
    await joinAs(app, name)
  }
  await joinAs(app, "dan")
  app.setNow(now)
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
  const [news, appeal] = [await createNewsletter(admin), await createNewsletter(admin, { topic: "giving" })]
  expect([(await audience(news)).total, (await audience(appeal)).total]).toEqual([4, 2])
  await startNewsletter(admin, appeal)
  expect((await deliverAll(app)).map(({ to }) => to)).toEqual(["ada@example.org", "dan@example.org"])
})

test("a draft is changed, deleted and restored, and a save over another version is refused", async () => {
  const id = await createNewsletter(admin)
  const saved = await put(id, { subjectEn: "Newer classes", version: 1 })
  expect([saved.statusCode, saved.json().version, saved.json().subjectEn]).toEqual([200, 2, "Newer classes"])
  expect((await put(id, { subjectEn: "Old", version: 1 })).json().code).toBe("record.changed")
  expect((await admin.send("DELETE", `${NEWSLETTERS}/${id}`)).statusCode).toBe(200)
  expect((await put(id, {})).json().code).toBe("record.unknown")
  expect((await startNewsletter(admin, id)).json().code).toBe("record.unknown")
  expect((await admin.send("POST", `${NEWSLETTERS}/${id}/restoration`)).json().subjectEn).toBe("Newer classes")
  expect(await actions()).toEqual(["restored", "deleted", "updated", "created"].map((name) => `newsletter.${name}`))
})

test("creating with the same id again is idempotent", async () => {
  const id = createId()
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => admin.send("POST", NEWSLETTERS, { ...NEWSLETTER, id })),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201))
  expect((await admin.send("POST", NEWSLETTERS, { ...NEWSLETTER, id, topic: "events" })).json().fields).toEqual(
    textsOf({ id: "id.invalid" }),
  )
  expect((await admin.send("GET", NEWSLETTERS)).headers["x-total-count"]).toBe("1")
})

test.each([
  [{ subjectEn: "" }, { subjectEn: "subject.required" }],
  [{ contentEn: " " }, { contentEn: "content.required" }],
  [{ subjectEn: "x".repeat(NEWSLETTER_SUBJECT_LENGTH + 1) }, { subjectEn: "subject.too_long" }],
  [{ subjectHt: "x".repeat(NEWSLETTER_SUBJECT_LENGTH + 1), contentHt: "x" }, { subjectHt: "subject.too_long" }],
  [{ contentEn: "x".repeat(NEWSLETTER_LENGTH + 1) }, { contentEn: "content.too_long" }],
  [{ contentEs: "Hola" }, { subjectEs: "subject.required" }],
  [{ subjectHt: "Bonjou" }, { contentHt: "content.required" }],
  [{ contentFr: "**é** ".repeat(NEWSLETTER_LENGTH / 6) }, { contentFr: "newsletter.too_large" }],
  [{ topic: "spam" }, { topic: "topic.unknown" }],
  [{ program: "x" }, { program: "program.unknown" }],
  [{ program: undefined }, { program: "program.unknown" }],
  [{ subjectEn: 1 }, { subjectEn: "subject.required" }],
  [{ version: 0 }, { version: "invalid" }],
] satisfies [object, Parameters<typeof textsOf>[0]][])("a newsletter with %j is refused", async (more, fields) => {
  const created = await admin.send("POST", NEWSLETTERS, { ...NEWSLETTER, ...more })
  expect([created.statusCode, created.json().fields]).toEqual([400, textsOf(fields)])
  expect((await admin.send("GET", NEWSLETTERS)).json()).toEqual([])
})

test("the longest texts are stored, an empty language is none, and a subject is one line", async () => {
  const more = {
    subjectEn: "x".repeat(NEWSLETTER_SUBJECT_LENGTH),
    contentEn: "x".repeat(NEWSLETTER_LENGTH),
    subjectFr: "",
    contentFr: "",
    subjectHt: "Bonjou\n tout moun",
    contentHt: "Byenveni",
  }
  const created = await admin.send("POST", NEWSLETTERS, { ...NEWSLETTER, ...more })
  expect(created.json()).toMatchObject({ ...more, subjectFr: null, contentFr: null, subjectHt: "Bonjou tout moun" })
  expect((await admin.send("POST", NEWSLETTERS, { ...NEWSLETTER, extra: 1 })).statusCode).toBe(400)
})

test("nobody but administrators writes, sends or counts", async () => {
  const id = await createNewsletter(admin)
  const calls = [
    ["GET", NEWSLETTERS],
    ["POST", NEWSLETTERS, NEWSLETTER],
    ["PUT", `${NEWSLETTERS}/${id}`, NEWSLETTER],
    ["DELETE", `${NEWSLETTERS}/${id}`],
    ["POST", `${NEWSLETTERS}/${id}/restoration`],
    ["GET", `${NEWSLETTERS}/${id}/audience`],
    ["POST", `${NEWSLETTERS}/${id}/sending`, { version: 1 }],
    ["PATCH", `${NEWSLETTERS}/${id}/sending`, { state: "stopped" }],
    ["POST", `${NEWSLETTERS}/${id}/test`, { language: "en" }],
    ["POST", "/api/admin/newsletter-preview", { language: "en", topic: "events" }],
  ] as const
  const member = await register(app, "bea")
  for (const [method, url, body] of calls) {
    expect((await member.send(method, url, body)).statusCode).toBe(403)
    expect((await openBrowser(app).send(method, url, body)).statusCode).toBe(401)
  }
  expect(await actions()).toEqual(["newsletter.created"])
})

test("a test goes to the administrator alone, in the language asked for, and changes nothing", async () => {
  await joinAs(app, "ada")
  const id = await createNewsletter(admin)
  const request = (body: object, of = id) => admin.send("POST", `${NEWSLETTERS}/${of}/test`, body)
  const response = await request({ language: "fr" })
  expect([response.statusCode, response.json()]).toEqual([202, { to: "root@example.org" }])
  const [email] = (await app.deliver()).filter(({ key }) => key.startsWith("newsletter"))
  expect([email?.to, email?.language, email?.subject]).toEqual(["root@example.org", "fr", "[Essai] Nouveaux cours"])
  expect(email?.html).toContain("<strong>trois</strong>")
  expect(await readNewsletter(admin, id)).toMatchObject({ state: "draft", counts: { sent: 0 } })
  expect((await request({ language: "de" })).statusCode).toBe(400)
  expect((await request({ language: "en" }, createId())).json().code).toBe("record.unknown")
})

test("the test of a newsletter that was deleted meanwhile is dropped", async () => {
  const id = await createNewsletter(admin)
  await admin.send("POST", `${NEWSLETTERS}/${id}/test`, { language: "en" })
  await admin.send("DELETE", `${NEWSLETTERS}/${id}`)
  expect((await app.deliver()).filter(({ key }) => key.startsWith("newsletter"))).toEqual([])
  expect(await app.database.sql`select kind from outbox where kind like 'newsletter%' and sent_at is null`).toEqual([])
})

test("the preview is the email that is sent, except for its link", async () => {
  const { topic, subjectEn: subject, contentEn: content } = NEWSLETTER
  const preview = await admin.send("POST", "/api/admin/newsletter-preview", { language: "en", topic, subject, content })
  await joinAs(app, "ada")
  await startNewsletter(admin, await createNewsletter(admin))
  const [email] = await deliverAll(app)
  const withoutLinks = (html = "") => html.replaceAll(/#newsletters=[\w.-]*/g, "")
  expect(withoutLinks(email?.html)).toBe(preview.json().html)
  expect(email?.html).toContain("HaiTech Inc., 1 Main Street, Boston, MA 02108")
  const empty = await admin.send("POST", "/api/admin/newsletter-preview", { language: "ht", topic })
  expect(empty.json().html).toContain('lang="ht"')
})
