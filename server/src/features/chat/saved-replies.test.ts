import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAs, type TestApp } from "#testing.ts"
import { resetDb, signInAsNewAdmin } from "#testing-chat.ts"
import { savedReplies } from "./table.ts"

const URL = "/api/admin/saved-replies"
const UNKNOWN = "0198c0de-0000-7000-8000-00000000000f"
const HOURS = { title: "Hours", en: "From nine to six.", ht: "Soti nevè rive sizè." }
const NONE = { en: null, fr: null, ht: null, es: null }

let app: TestApp
let admin: Browser & { readonly id: string }
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
})
afterAll(() => app.close())

const create = (body: object, by: Browser = admin) => by.send("POST", URL, body)
const change = (id: string, body: object) => admin.send("PUT", `${URL}/${id}`, body)
const list = async () => (await admin.send("GET", URL)).json()
const audit = async () => (await admin.send("GET", "/api/admin/audit?sort=oldest")).json()

test("a reply is created, replaced and deleted, and each change is in the audit log", async () => {
  const created = await create({ ...HOURS, fr: "", es: " \n" })
  const reply = { id: expect.any(String), ...NONE, ...HOURS }
  expect([created.statusCode, created.json(), await list()]).toEqual([201, reply, [created.json()]])
  const { id } = created.json()
  const changed = await change(id, { title: " Hours\u00a0", fr: "De neuf à dix-huit heures.", en: HOURS.en })
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    { id, ...NONE, title: "Hours", en: HOURS.en, fr: "De neuf à dix-huit heures." },
  ])
  const entries = await audit()
  const deleted = await admin.send("DELETE", `${URL}/${id}`)
  expect([deleted.statusCode, deleted.body, await list()]).toEqual([204, "", []])
  expect(entries.map(({ subject }: { subject: string }) => subject)).toEqual(["Hours", "Hours"])
  const actor = { id: admin.id, name: "root Pierre" }
  expect(await audit()).toMatchObject([
    { actor, action: "saved_reply.created", subjectId: id, before: null, after: { ...NONE, ...HOURS } },
    {
      action: "saved_reply.updated",
      before: { fr: null, ht: HOURS.ht },
      after: { fr: "De neuf à dix-huit heures.", ht: null },
    },
    { action: "saved_reply.deleted", subject: null, before: { title: "Hours", ht: null }, after: null },
  ])
})

test("replies are sorted by title without regard to case and accents", async () => {
  for (const title of ["zoo", "École", "eagle", "Fees"]) await create({ title, en: "x" })
  expect((await list()).map(({ title }: { title: string }) => title)).toEqual(["eagle", "École", "Fees", "zoo"])
})

test("a title is unique in any case, also under concurrent requests", async () => {
  const { id } = (await create({ title: "Fees", en: "None." })).json()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => create({ ...HOURS, title: index % 2 ? "hours" : "HOURS" })),
  )
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(400)])
  const refused = responses.find(({ statusCode }) => statusCode === 400)
  expect(refused?.json()).toMatchObject({
    code: "request.invalid",
    fields: { title: expect.stringContaining("title") },
  })
  const taken = await change(id, { title: "hOURS", en: "None." })
  expect([taken.statusCode, Object.keys(taken.json().fields)]).toEqual([400, ["title"]])
  expect((await change(id, { title: "FEES", en: "None." })).json().title).toBe("FEES")
  expect([(await list()).length, (await audit()).length]).toEqual([2, 3])
})

test.each<[object, string]>([
  [{ title: undefined }, "title"],
  [{ title: "" }, "title"],
  [{ title: " \n" }, "title"],
  [{ title: 5 }, "title"],
  [{ title: "a\0b" }, "title"],
  [{ title: "é".repeat(101) }, "title"],
  [{ en: undefined }, "en"],
  [{ en: " " }, "en"],
  [{ en: 5 }, "en"],
  [{ en: "é".repeat(2001) }, "en"],
  [{ fr: "é".repeat(2001) }, "fr"],
  [{ ht: "\ud800" }, "ht"],
  [{ es: ["x"] }, "es"],
])("a reply with %j is refused on creation and on change", async (wrong, field) => {
  const { id } = (await create(HOURS)).json()
  for (const request of [
    create({ title: "Other", en: "x", ...wrong }),
    change(id, { title: "Other", en: "x", ...wrong }),
  ]) {
    const response = await request
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
  }
  expect(await app.database.db.select().from(savedReplies)).toMatchObject([{ ...NONE, ...HOURS }])
  expect(await audit()).toHaveLength(1)
})

test("a title is limited to 100 characters, a text to 2000, and unknown fields are refused", async () => {
  const long = "é".repeat(2000)
  expect((await create({ title: "é".repeat(100), en: long, fr: long, ht: long, es: long })).statusCode).toBe(201)
  expect((await create({ ...HOURS, de: "Von neun bis sechs." })).statusCode).toBe(400)
})

test("an unknown reply is neither changed nor deleted, and of two concurrent deletions one succeeds", async () => {
  expect((await change(UNKNOWN, HOURS)).json().code).toBe("record.unknown")
  expect((await admin.send("DELETE", `${URL}/${UNKNOWN}`)).json().code).toBe("record.unknown")
  expect([(await change("x", HOURS)).statusCode, (await admin.send("DELETE", `${URL}/x`)).statusCode]).toEqual([
    400, 400,
  ])
  const { id } = (await create(HOURS)).json()
  const deletions = await Promise.all([1, 2].map(() => admin.send("DELETE", `${URL}/${id}`)))
  expect(deletions.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
  expect(await audit()).toHaveLength(2)
})

test("a member cannot read or create replies", async () => {
  const member = await signInAs(app, admin.id, "member")
  expect([(await create(HOURS, member)).statusCode, (await member.send("GET", URL)).statusCode]).toEqual([403, 403])
})
