import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { createId } from "#platform/db/columns.ts"
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

/** `presented` is the response to `form`; `audited` has the values that differ in the audit log. */
const KINDS = [
  {
    kind: "team",
    url: "/api/admin/team",
    publicUrl: "/api/team",
    form: MEMBER,
    presented: { ...MEMBER, linkedinUrl: null, twitterUrl: null, githubUrl: null, order: 0 },
    audited: {},
    field: "bio",
  },
  {
    kind: "post",
    url: "/api/admin/blog",
    publicUrl: "/api/blog",
    form: POST,
    presented: { ...POST, authorImageUrl: null, category: null, imageUrl: null, publishedAt: NOW, featured: "false" },
    audited: { featured: false },
    field: "excerpt",
  },
  {
    kind: "testimonial",
    url: "/api/admin/testimonials",
    publicUrl: "/api/testimonials",
    form: QUOTE,
    presented: { ...QUOTE, rating: "5" },
    audited: { rating: 5 },
    field: "content",
  },
] as const

const entries = () => {
  const { id, actorId, action, subjectId, before, after } = auditLog
  return app.database.db.select({ actorId, action, subjectId, before, after }).from(auditLog).orderBy(id)
}
const statuses = (responses: readonly { readonly statusCode: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ statusCode }) => statusCode)).map(([s, a]) => [s, a?.length]),
  )
/** Sets the clock and signs the administrator in again: the session expires meanwhile. */
async function moveClockTo(time: string): Promise<void> {
  app.setNow(new Date(time))
  ada = { ...(await signInAs(app, ada.id, "admin")), id: ada.id }
}

describe.each(KINDS)("$kind:", ({ kind, url, publicUrl, form, presented, audited, field }) => {
  const create = async (more = {}) => (await ada.send("POST", url, { ...form, ...more })).json()
  const put = (id: string, changes: object) => ada.send("PUT", `${url}/${id}`, { ...form, ...changes })
  const list = async () => (await ada.send("GET", url)).json()
  const publicList = async () => (await openBrowser(app).send("GET", publicUrl)).json()

  test("is created, changed, deleted and restored, each with an audit log entry", async () => {
    const created = await ada.send("POST", url, form)
    const { id } = created.json()
    expect([created.statusCode, created.json()]).toEqual([201, { ...presented, id, version: 1, updatedAt: NOW }])
    await moveClockTo("2026-01-02T04:00:00Z")
    const changed = await put(id, { [field]: "New", version: 1 })
    const now = { ...presented, id, [field]: "New", version: 2, updatedAt: "2026-01-02T04:00:00.000Z" }
    expect([changed.statusCode, changed.json()]).toEqual([200, now])
    expect(await list()).toEqual([now])
    const deleted = await ada.send("DELETE", `${url}/${id}`)
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { deletedAt: "2026-01-02T04:00:00.000Z" }])
    expect([await list(), await publicList()]).toEqual([[], []])
    const restored = await ada.send("POST", `${url}/${id}/restoration`)
    expect([restored.statusCode, restored.json()]).toEqual([200, { ...now, version: 3 }])
    expect([await list(), await publicList()]).toMatchObject([[{ id }], [{ id }]])
    const values = { ...presented, ...audited }
    const entry = { actorId: ada.id, subjectId: id, before: null, after: null }
    expect(await entries()).toEqual([
      { ...entry, action: `${kind}.created`, after: values },
      { ...entry, action: `${kind}.updated`, before: { [field]: form[field as never] }, after: { [field]: "New" } },
      { ...entry, action: `${kind}.deleted`, before: { ...values, [field]: "New" } },
      { ...entry, action: `${kind}.restored` },
    ])
  })

  test("a save without changes creates neither a version nor an audit entry", async () => {
    const created = await create()
    await moveClockTo("2026-01-02T04:00:00Z")
    expect((await put(created.id, { version: 1 })).json()).toEqual(created)
    expect((await put(created.id, {})).json()).toEqual(created)
    expect(await entries()).toHaveLength(1)
  })

  test("of twenty concurrent saves of one version, in two processes, one succeeds and the others get record.changed", async () => {
    const { id } = await create()
    const twin = await createTestApp({ database: app.database })
    const twinAdmin = await signInAs(twin, ada.id, "admin")
    const save = (index: number) =>
      (index % 2 ? ada : twinAdmin).send("PUT", `${url}/${id}`, { ...form, [field]: `New ${index}`, version: 1 })
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => save(index)))
    await twin.close()
    expect(statuses(responses)).toEqual({ 200: 1, 409: 19 })
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("record.changed")
    const saved = responses.find(({ statusCode }) => statusCode === 200)?.json()
    expect([await list(), (await entries()).length]).toEqual([[saved], 2])
    expect((await put(id, { version: 1 })).statusCode).toBe(409)
    expect((await put(id, { version: 3 })).statusCode).toBe(409)
  })

  test("twenty concurrent saves without a version all succeed one after the other", async () => {
    const { id } = await create()
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => put(id, { [field]: `New ${index}` })))
    const versions = responses.map((response) => response.json().version).toSorted((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2))
    expect(await entries()).toHaveLength(21)
  })

  test("of ten concurrent deletions one succeeds, and ten concurrent restorations restore once", async () => {
    const { id } = await create()
    const sendTen = (method: "DELETE" | "POST", path: string) =>
      Promise.all(Array.from({ length: 10 }, () => ada.send(method, path)))
    expect(statuses(await sendTen("DELETE", `${url}/${id}`))).toEqual({ 200: 1, 404: 9 })
    const restored = await sendTen("POST", `${url}/${id}/restoration`)
    expect([statuses(restored), new Set(restored.map((response) => response.json().version))]).toEqual([
      { 200: 10 },
      new Set([2]),
    ])
    expect((await entries()).map(({ action }) => action)).toEqual([
      `${kind}.created`,
      `${kind}.deleted`,
      `${kind}.restored`,
    ])
  })

  test("a deleted record cannot be changed, and can be restored for a day", async () => {
    const { id } = await create()
    await ada.send("DELETE", `${url}/${id}`)
    expect((await put(id, { version: 1 })).json().code).toBe("record.unknown")
    await moveClockTo("2026-01-03T03:04:05.001Z")
    const late = await ada.send("POST", `${url}/${id}/restoration`)
    expect([late.statusCode, late.json().code, await list()]).toEqual([409, "deletion.final", []])
    await moveClockTo(A_DAY_LATER)
    expect((await ada.send("POST", `${url}/${id}/restoration`)).json()).toMatchObject({ id, version: 2 })
    const repeated = await ada.send("POST", `${url}/${id}/restoration`)
    expect([repeated.statusCode, repeated.json().version]).toEqual([200, 2])
  })

  test("an unknown id gets 404 and a malformed one 400", async () => {
    const sendAll = async (id: string) => {
      const requests = [put(id, {}), ada.send("DELETE", `${url}/${id}`), ada.send("POST", `${url}/${id}/restoration`)]
      return (await Promise.all(requests)).map((response) => [response.statusCode, response.json().code])
    }
    const threeOf = <T>(one: T) => [one, one, one]
    expect(await sendAll(createId())).toEqual(threeOf([404, "record.unknown"]))
    for (const id of ["1", "nothing", "%00", "'--"])
      expect(await sendAll(id)).toEqual(threeOf([400, "request.invalid"]))
    expect(await entries()).toEqual([])
  })

  test("only an administrator can read or change it", async () => {
    const { id } = await create()
    const eve = await register(app, "eve")
    for (const [browser, status] of [
      [eve, 403],
      [openBrowser(app), 401],
    ] as const) {
      const requests = [
        browser.send("GET", url),
        browser.send("POST", url, form),
        browser.send("PUT", `${url}/${id}`, { ...form, [field]: "Eve" }),
        browser.send("DELETE", `${url}/${id}`),
        browser.send("POST", `${url}/${id}/restoration`),
      ]
      expect(statuses(await Promise.all(requests))).toEqual({ [status]: 5 })
    }
    expect([(await list()).length, (await entries()).length]).toEqual([1, 1])
  })

  test("unknown fields and malformed versions are refused and store nothing", async () => {
    for (const more of [
      { id: "1" },
      { id: crypto.randomUUID() },
      { deletedAt: null },
      { updatedAt: NOW },
      { isAdmin: true },
    ]) {
      const response = await ada.send("POST", url, { ...form, ...more })
      expect([response.statusCode, await list()]).toEqual([400, []])
    }
    const { id } = await create()
    expect((await put(id, { id })).statusCode).toBe(400)
    await ada.send("DELETE", `${url}/${id}`)
    for (const version of [0, -1, 1.5, "1", null, 2 ** 53]) {
      const { id } = await create()
      const response = await put(id, { version })
      expect([response.statusCode, response.json().code]).toEqual([400, "request.invalid"])
      await ada.send("DELETE", `${url}/${id}`)
    }
    for (const payload of [[], [form], {}]) expect((await ada.send("POST", url, payload)).statusCode).toBe(400)
  })

  test("paging neither repeats nor skips a record and returns the total", async () => {
    const ids = new Set<string>()
    for (let index = 0; index < 5; index++) ids.add((await create({ [field]: `${index}` })).id)
    const { id } = await create()
    await ada.send("DELETE", `${url}/${id}`)
    const paged: string[] = []
    let next: string | undefined = `${url}?limit=2`
    while (next) {
      const response = await ada.send("GET", next)
      expect(response.headers["x-total-count"]).toBe("5")
      paged.push(...response.json().map((row: { id: string }) => row.id))
      next = /<(.+)>/.exec(String(response.headers.link ?? ""))?.[1]
    }
    expect([paged.length, new Set(paged)]).toEqual([5, ids])
    for (const query of ["limit=0", "limit=501", "cursor=x", "sort=name", "other=1", `q=${"x".repeat(101)}`]) {
      expect((await ada.send("GET", `${url}?${query}`)).statusCode).toBe(400)
    }
  })
})
