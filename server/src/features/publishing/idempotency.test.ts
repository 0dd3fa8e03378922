import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { createId } from "#platform/db/columns.ts"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"

let app: TestApp
let ada: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
})
afterEach(() => app.close())

const IMAGE = "https://example.org/a.webp"
const REFUSED = [400, "request.invalid", ["id"]]

describe.each([
  { url: "/api/admin/team", form: { name: "Bea", role: "Tutor", bio: "Teaches.", imageUrl: IMAGE }, field: "bio" },
  {
    url: "/api/admin/blog",
    form: { title: "Title", excerpt: "Short", content: "# Text", author: "Bea" },
    field: "title",
  },
  {
    url: "/api/admin/testimonials",
    form: { name: "Bea", role: "Learner", content: "Good.", imageUrl: IMAGE },
    field: "content",
  },
])("$url", ({ url, form, field }) => {
  const create = (more: object) => ada.send("POST", url, { ...form, ...more })
  const list = async () => (await ada.send("GET", url)).json()
  const entries = async () => (await app.database.db.select().from(auditLog)).length
  const refusal = async (more: object) => {
    const response = await create(more)
    return [response.statusCode, response.json().code, Object.keys(response.json().fields)]
  }

  test("concurrent and later requests with the same id create one record", async () => {
    const id = createId()
    const concurrent = await Promise.all(Array.from({ length: 10 }, () => create({ id })))
    app.setNow(new Date("2026-01-02T03:14:05Z"))
    const responses = [...concurrent, await create({ id })]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 11 }, () => 201))
    const [created] = await list()
    expect(responses.map((response) => response.json())).toEqual(Array.from({ length: 11 }, () => created))
    expect([created.id, (await list()).length, await entries()]).toEqual([id, 1, 1])
  })

  test("an id with other fields, or of a deleted record, is refused and changes nothing", async () => {
    const { id } = (await create({})).json()
    const before = await list()
    expect(await refusal({ id, [field]: "Another" })).toEqual(REFUSED)
    expect([await list(), await entries()]).toEqual([before, 1])
    await ada.send("DELETE", `${url}/${id}`)
    expect(await refusal({ id })).toEqual(REFUSED)
    expect(await list()).toEqual([])
  })
})
