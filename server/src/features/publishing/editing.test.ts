import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { freshId } from "#platform/db/columns.ts"
import { createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

let app: TestApp
let ada: Admin
beforeEach(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
})
afterEach(() => app.close())

const NOW = "2026-01-02T03:04:05.000Z"
const A_DAY_LATER = "2026-01-03T03:04:05.000Z"
const IMAGE = "https://example.org/a.webp"
const MEMBER = { name: "Bea", role: "Tutor", bio: "Teaches.", imageUrl: IMAGE }
const POST = { title: "Title", excerpt: "Excerpt", content: "# Text", author: "Bea" }
const QUOTE = { name: "Bea", role: "Learner", content: "Good.", imageUrl: IMAGE }

/** What the three have in common is proven of each. `said` is what a reply says of a form and the usual values. */
const NOUNS = [
  {
    noun: "team",
    url: "/api/admin/team",
    open: "/api/team",
    form: MEMBER,
    said: { ...MEMBER, linkedinUrl: null, twitterUrl: null, githubUrl: null, order: 0 },
    kept: {},
    field: "bio",
  },
  {
    noun: "post",
    url: "/api/admin/blog",
    open: "/api/blog",
    form: POST,
    said: { ...POST, authorImageUrl: null, category: null, imageUrl: null, publishedAt: NOW, featured: "false" },
    kept: { featured: false },
    field: "excerpt",
  },
  {
    noun: "testimonial",
    url: "/api/admin/testimonials",
    open: "/api/testimonials",
    form: QUOTE,
    said: { ...QUOTE, rating: "5" },
    kept: { rating: 5 },
    field: "content",
  },
] as const

const entries = () => {
  const { id, actorId, action, subjectId, before, after } = auditLog
  return app.database.db.select({ actorId, action, subjectId, before, after }).from(auditLog).orderBy(id)
}
const statuses = (answers: readonly { readonly statusCode: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ statusCode }) => statusCode)).map(([s, a]) => [s, a?.length]),
  )
/** Some time later; an administrator has to sign in again by then. */
async function at(time: string): Promise<void> {
  app.setNow(new Date(time))
  ada = { ...(await signInAs(app, ada.id, "admin")), id: ada.id }
}

describe.each(NOUNS)("$noun:", ({ noun, url, open, form, said, kept, field }) => {
  const create = async (more = {}) => (await ada.send("POST", url, { ...form, ...more })).json()
  const put = (id: string, changes: object) => ada.send("PUT", `${url}/${id}`, { ...form, ...changes })
  const list = async () => (await ada.send("GET", url)).json()
  const seen = async () => (await openBrowser(app).send("GET", open)).json()

  test("is made, changed, deleted and given back, and each is in the audit log with what it was", async () => {
    const made = await ada.send("POST", url, form)
    const { id } = made.json()
    expect([made.statusCode, made.json()]).toEqual([201, { ...said, id, version: 1, updatedAt: NOW }])
    await at("2026-01-02T04:00:00Z")
    const changed = await put(id, { [field]: "New", version: 1 })
    const now = { ...said, id, [field]: "New", version: 2, updatedAt: "2026-01-02T04:00:00.000Z" }
    expect([changed.statusCode, changed.json()]).toEqual([200, now])
    expect(await list()).toEqual([now])
    const gone = await ada.send("DELETE", `${url}/${id}`)
    expect([gone.statusCode, gone.json()]).toEqual([200, { deletedAt: "2026-01-02T04:00:00.000Z" }])
    expect([await list(), await seen()]).toEqual([[], []])
    const back = await ada.send("POST", `${url}/${id}/restoration`)
    expect([back.statusCode, back.json()]).toEqual([200, { ...now, version: 3 }])
    expect([await list(), await seen()]).toMatchObject([[{ id }], [{ id }]])
    const whole = { ...said, ...kept }
    const act = { actorId: ada.id, subjectId: id, before: null, after: null }
    expect(await entries()).toEqual([
      { ...act, action: `${noun}.created`, after: whole },
      { ...act, action: `${noun}.updated`, before: { [field]: form[field as never] }, after: { [field]: "New" } },
      { ...act, action: `${noun}.deleted`, before: { ...whole, [field]: "New" } },
      { ...act, action: `${noun}.restored` },
    ])
  })

  test("a save that says nothing new makes no version and no entry", async () => {
    const made = await create()
    await at("2026-01-02T04:00:00Z")
    expect((await put(made.id, { version: 1 })).json()).toEqual(made)
    expect((await put(made.id, {})).json()).toEqual(made)
    expect(await entries()).toHaveLength(1)
  })

  test("of twenty saves of the same version, in two processes, one is kept and the others are told", async () => {
    const { id } = await create()
    const twin = await createTestApp({ database: app.database })
    const there = await signInAs(twin, ada.id, "admin")
    const save = (count: number) =>
      (count % 2 ? ada : there).send("PUT", `${url}/${id}`, { ...form, [field]: `New ${count}`, version: 1 })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, count) => save(count)))
    await twin.close()
    expect(statuses(answers)).toEqual({ 200: 1, 409: 19 })
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("record.changed")
    const kept = answers.find(({ statusCode }) => statusCode === 200)?.json()
    expect([await list(), (await entries()).length]).toEqual([[kept], 2])
    expect((await put(id, { version: 1 })).statusCode).toBe(409)
    expect((await put(id, { version: 3 })).statusCode).toBe(409)
  })

  test("twenty saves that say no version are all kept, one after the other", async () => {
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, count) => put(id, { [field]: `New ${count}` })))
    const versions = answers.map((answer) => answer.json().version).toSorted((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: 20 }, (_, count) => count + 2))
    expect(await entries()).toHaveLength(21)
  })

  test("of ten deletions at once one deletes; of ten that undo it at once one does", async () => {
    const { id } = await create()
    const ten = (method: "DELETE" | "POST", path: string) =>
      Promise.all(Array.from({ length: 10 }, () => ada.send(method, path)))
    expect(statuses(await ten("DELETE", `${url}/${id}`))).toEqual({ 200: 1, 404: 9 })
    const back = await ten("POST", `${url}/${id}/restoration`)
    expect([statuses(back), new Set(back.map((answer) => answer.json().version))]).toEqual([{ 200: 10 }, new Set([2])])
    expect((await entries()).map(({ action }) => action)).toEqual([
      `${noun}.created`,
      `${noun}.deleted`,
      `${noun}.restored`,
    ])
  })

  test("what is deleted is not changed; it can be given back for a day and no longer", async () => {
    const { id } = await create()
    await ada.send("DELETE", `${url}/${id}`)
    expect((await put(id, { version: 1 })).json().code).toBe("record.unknown")
    await at("2026-01-03T03:04:05.001Z")
    const late = await ada.send("POST", `${url}/${id}/restoration`)
    expect([late.statusCode, late.json().code, await list()]).toEqual([409, "deletion.final", []])
    await at(A_DAY_LATER)
    expect((await ada.send("POST", `${url}/${id}/restoration`)).json()).toMatchObject({ id, version: 2 })
    const again = await ada.send("POST", `${url}/${id}/restoration`)
    expect([again.statusCode, again.json().version]).toEqual([200, 2])
  })

  test("what never was is unknown, and what is no id is refused", async () => {
    const ask = async (id: string) => {
      const asked = [put(id, {}), ada.send("DELETE", `${url}/${id}`), ada.send("POST", `${url}/${id}/restoration`)]
      return (await Promise.all(asked)).map((answer) => [answer.statusCode, answer.json().code])
    }
    const three = <T>(one: T) => [one, one, one]
    expect(await ask(freshId())).toEqual(three([404, "record.unknown"]))
    for (const id of ["1", "nothing", "%00", "'--"]) expect(await ask(id)).toEqual(three([400, "request.invalid"]))
    expect(await entries()).toEqual([])
  })

  test("nobody but an administrator sees or changes it", async () => {
    const { id } = await create()
    const eve = await register(app, "eve")
    for (const [browser, status] of [
      [eve, 403],
      [openBrowser(app), 401],
    ] as const) {
      const asked = [
        browser.send("GET", url),
        browser.send("POST", url, form),
        browser.send("PUT", `${url}/${id}`, { ...form, [field]: "Eve" }),
        browser.send("DELETE", `${url}/${id}`),
        browser.send("POST", `${url}/${id}/restoration`),
      ]
      expect(statuses(await Promise.all(asked))).toEqual({ [status]: 5 })
    }
    expect([(await list()).length, (await entries()).length]).toEqual([1, 1])
  })

  test("what a form does not know is refused, and nothing is kept of it", async () => {
    for (const more of [
      { id: "1" },
      { id: crypto.randomUUID() },
      { deletedAt: null },
      { updatedAt: NOW },
      { isAdmin: true },
    ]) {
      const answer = await ada.send("POST", url, { ...form, ...more })
      expect([answer.statusCode, await list()]).toEqual([400, []])
    }
    const { id } = await create()
    expect((await put(id, { id })).statusCode).toBe(400)
    await ada.send("DELETE", `${url}/${id}`)
    for (const version of [0, -1, 1.5, "1", null, 2 ** 53]) {
      const { id } = await create()
      const answer = await put(id, { version })
      expect([answer.statusCode, answer.json().code]).toEqual([400, "request.invalid"])
      await ada.send("DELETE", `${url}/${id}`)
    }
    for (const payload of [[], [form], {}]) expect((await ada.send("POST", url, payload)).statusCode).toBe(400)
  })

  test("a list comes in pages that neither repeat nor skip, and says how many there are", async () => {
    const ids = new Set<string>()
    for (let count = 0; count < 5; count++) ids.add((await create({ [field]: `${count}` })).id)
    const { id } = await create()
    await ada.send("DELETE", `${url}/${id}`)
    const read: string[] = []
    let next: string | undefined = `${url}?limit=2`
    while (next) {
      const answer = await ada.send("GET", next)
      expect(answer.headers["x-total-count"]).toBe("5")
      read.push(...answer.json().map((row: { id: string }) => row.id))
      next = /<(.+)>/.exec(String(answer.headers.link ?? ""))?.[1]
    }
    expect([read.length, new Set(read)]).toEqual([5, ids])
    for (const query of ["limit=0", "limit=501", "cursor=x", "sort=name", "other=1", `q=${"x".repeat(101)}`]) {
      expect((await ada.send("GET", `${url}?${query}`)).statusCode).toBe(400)
    }
  })
})
