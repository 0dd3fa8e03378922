import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { capturePages } from "#testing-pages.ts"
import { articlePaths, mountPublishedPages } from "./pages.ts"

const URL = "/api/admin/blog"
const POST = { title: "Title", excerpt: "Excerpt", content: "# Text", author: "Bea" }
const NOW = "2026-01-02T03:04:05.000Z"

let app: TestApp
let ada: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
})
afterEach(() => app.close())

const send = (form: object) => ada.send("POST", URL, form)
const create = async (more = {}) => (await send({ ...POST, ...more })).json()
const put = (id: string, more = {}) => ada.send("PUT", `${URL}/${id}`, { ...POST, ...more })
const list = async (query = "") => (await ada.send("GET", `${URL}${query}`)).json()
const titles = async (query = "") => (await list(query)).map(({ title }: { title: string }) => title)

async function publicStatus(id: string) {
  const requests = ["/api/blog", `/api/blog/${id}`].map((url) => app.send({ method: "GET", url }))
  const [summaries, article] = await Promise.all(requests)
  return [summaries?.json().length, article?.statusCode]
}

test("an article stores its whole form; a later save clears missing fields except featured and publishedAt", async () => {
  const form = {
    ...POST,
    authorImageUrl: "/api/pictures/a",
    category: "Español",
    imageUrl: "https://example.org/a.webp",
    featured: true,
    publishedAt: "2025-05-05T10:00:00.000Z",
  }
  const created = await create(form)
  expect(created).toEqual({ ...form, featured: "true", id: created.id, version: 1, updatedAt: NOW })
  const changed = (await put(created.id)).json()
  const cleared = { authorImageUrl: null, category: null, imageUrl: null }
  expect(changed).toEqual({ ...created, ...cleared, version: 2 })
  expect(
    (await put(created.id, { featured: "false", imageUrl: "", authorImageUrl: null, category: " " })).json(),
  ).toEqual({ ...changed, featured: "false", version: 3 })
})

test("a draft, a future article and a deleted article are not public", async () => {
  const { id, publishedAt } = await create({ publishedAt: null })
  expect([publishedAt, await publicStatus(id)]).toEqual([null, [0, 404]])
  await put(id, { publishedAt: "2026-01-02T03:04:05.001Z" })
  expect(await publicStatus(id)).toEqual([0, 404])
  app.setNow(new Date("2026-01-02T03:04:05.001Z"))
  expect(await publicStatus(id)).toEqual([1, 200])
  await put(id, { publishedAt: null })
  expect(await publicStatus(id)).toEqual([0, 404])
  await put(id, { publishedAt: NOW })
  expect(await publicStatus(id)).toEqual([1, 200])
  const one = await app.send({ method: "GET", url: `/api/blog/${id}` })
  expect(Object.keys(one.json())).not.toContain("version")
  await ada.send("DELETE", `${URL}/${id}`)
  expect(await publicStatus(id)).toEqual([0, 404])
})

test("pages and the sitemap do not show deleted records, and show them again once restored", async () => {
  const pages = capturePages()
  await mountPublishedPages(pages, app.deps)
  const person = { name: "Bea", role: "Tutor", imageUrl: "https://example.org/a.webp" }
  const urls = [
    `${URL}/${(await create()).id}`,
    `/api/admin/team/${(await ada.send("POST", "/api/admin/team", { ...person, bio: "Bio" })).json().id}`,
    `/api/admin/testimonials/${(await ada.send("POST", "/api/admin/testimonials", { ...person, content: "Good." })).json().id}`,
  ]
  const readPages = async () => {
    const { testimonials } = (await pages.recordsOf("/")) ?? {}
    const { team } = (await pages.recordsOf("/team")) ?? {}
    const { posts } = (await pages.recordsOf("/blog")) ?? {}
    const post = await pages.recordsOf(`/blog/${urls[0]?.split("/").at(-1)}`)
    const counts = [testimonials, team, posts, await articlePaths(app.deps)].map((rows) => rows?.length)
    const keys = [team?.[0], posts?.[0], post?.post].flatMap((row) => Object.keys(row ?? {}))
    expect(keys).not.toEqual(expect.arrayContaining([expect.stringMatching(/version|updatedAt|deletedAt/)]))
    return [...counts, post !== null]
  }
  expect(await readPages()).toEqual([1, 1, 1, 1, true])
  for (const url of urls) await ada.send("DELETE", url)
  expect(await readPages()).toEqual([0, 0, 0, 0, false])
  for (const url of urls) await ada.send("POST", `${url}/restoration`)
  expect(await readPages()).toEqual([1, 1, 1, 1, true])
})

test("a reader can page on after an article that was deleted meanwhile", async () => {
  const old = await create({ publishedAt: "2025-01-01T00:00:00Z" })
  const young = await create({ publishedAt: "2025-02-01T00:00:00Z" })
  await ada.send("DELETE", `${URL}/${young.id}`)
  const older = await app.send({ method: "GET", url: `/api/blog?before=${young.id}` })
  expect(older.json().map(({ id }: { id: string }) => id)).toEqual([old.id])
})

test("an article leads to the next two older ones, and the oldest to the newest", async () => {
  const ids: string[] = []
  for (const month of ["01", "02", "03", "04"]) {
    ids.push((await create({ publishedAt: `2025-${month}-01T00:00:00Z` })).id)
  }
  await create({ publishedAt: null })
  const pages = capturePages()
  await mountPublishedPages(pages, app.deps)
  const next = async (at: number) => (await pages.recordsOf(`/blog/${ids[at]}`))?.next?.map(({ id }) => ids.indexOf(id))
  expect([await next(3), await next(2), await next(1), await next(0)]).toEqual([
    [2, 1],
    [1, 0],
    [0, 3],
    [3, 2],
  ])
  for (const id of ids.slice(1)) await ada.send("DELETE", `${URL}/${id}`)
  expect(await next(0)).toEqual([])
})

test("administrators see drafts first, then the newest articles, and search by title and category", async () => {
  await create({ title: "Old", publishedAt: "2025-01-01T00:00:00Z", category: "Kreyòl" })
  await create({ title: "Draft", publishedAt: null })
  await create({ title: "Tomorrow", publishedAt: "2026-01-03T00:00:00Z" })
  await create({ title: "Other draft", publishedAt: null })
  const all = await titles()
  expect([all.slice(0, 2).toSorted(), all.slice(2)]).toEqual([
    ["Draft", "Other draft"],
    ["Tomorrow", "Old"],
  ])
  const paged: string[] = []
  let next: string | undefined = `${URL}?limit=1`
  while (next) {
    const response = await ada.send("GET", next)
    paged.push(response.json()[0].title)
    next = /<(.+)>/.exec(String(response.headers.link ?? ""))?.[1]
  }
  expect(paged).toEqual(all)
  expect([await titles("?q=kreyol"), (await titles("?q=DRAFT")).length, await titles("?q=text")]).toEqual([
    ["Old"],
    2,
    [],
  ])
})

test.each([
  ["title", 200],
  ["excerpt", 500],
  ["content", 50_000],
  ["author", 100],
] as const)("%s is required and limited to %d characters", async (field, max) => {
  expect((await send({ ...POST, [field]: "é".repeat(max) })).statusCode).toBe(201)
  for (const wrong of ["é".repeat(max + 1), "", " \n ", null, 5, ["x"], "a\0b"]) {
    const response = await send({ ...POST, [field]: wrong })
    expect([response.statusCode, Object.keys(response.json().fields ?? {})]).toEqual([400, [field]])
  }
  const { [field]: _, ...without } = POST
  expect((await send(without)).statusCode).toBe(400)
  expect(await list()).toHaveLength(1)
})

test("a body of 50,000 non-Latin characters is accepted, one of 100,000 gets 413", async () => {
  expect((await send({ ...POST, content: "文".repeat(50_000) })).statusCode).toBe(201)
  expect((await send({ ...POST, content: "文".repeat(100_000) })).statusCode).toBe(413)
})

test.each([
  [{ category: "x".repeat(101) }, "category"],
  [{ category: 5 }, "category"],
  [{ imageUrl: "javascript:alert(1)" }, "imageUrl"],
  [{ imageUrl: "http://example.org/a.png" }, "imageUrl"],
  [{ authorImageUrl: "javascript:alert(1)" }, "authorImageUrl"],
  [{ authorImageUrl: "//evil.test/a.png" }, "authorImageUrl"],
  [{ featured: "yes" }, "featured"],
  [{ featured: 1 }, "featured"],
  [{ publishedAt: "tomorrow" }, "publishedAt"],
  [{ publishedAt: "2026-02-30T00:00:00Z" }, "publishedAt"],
  [{ publishedAt: "2026-01-01T00:00:00+01:00" }, "publishedAt"],
  [{ publishedAt: "0000-01-01T00:00:00Z" }, "publishedAt"],
  [{ publishedAt: "0099-12-31T23:59:59Z" }, "publishedAt"],
  [{ publishedAt: 5 }, "publishedAt"],
  [{ publishedAt: "" }, "publishedAt"],
])("%j is refused", async (more, field) => {
  const response = await send({ ...POST, ...more })
  expect([response.statusCode, Object.keys(response.json().fields), await list()]).toEqual([400, [field], []])
  const { id } = await create()
  expect([(await put(id, more)).statusCode, (await list())[0].version]).toEqual([400, 1])
})

test.each(["0100-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"])(
  "the publication time %s is accepted",
  async (publishedAt) => {
    const { id } = await create({ publishedAt })
    expect((await list())[0]).toMatchObject({ id, publishedAt })
    await create({ publishedAt: null })
    const first = await ada.send("GET", `${URL}?limit=1`)
    const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? expect.fail()
    expect((await ada.send("GET", next)).json()).toMatchObject([{ id }])
  },
)
