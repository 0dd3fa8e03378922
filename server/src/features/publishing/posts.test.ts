import { afterEach, beforeEach, expect, test } from "vitest"
import type { PageRecords } from "#platform/http/pages.ts"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
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

async function open(id: string) {
  const asked = ["/api/blog", `/api/blog/${id}`].map((url) => app.send({ method: "GET", url }))
  const [deps, one] = await Promise.all(asked)
  return [deps?.json().length, one?.statusCode]
}

test("an article says all that its form asks for, and what is not sent again goes but the star and the time", async () => {
  const whole = {
    ...POST,
    authorImageUrl: "/api/pictures/a",
    category: "Español",
    imageUrl: "https://example.org/a.webp",
    featured: true,
    publishedAt: "2025-05-05T10:00:00.000Z",
  }
  const made = await create(whole)
  expect(made).toEqual({ ...whole, featured: "true", id: made.id, version: 1, updatedAt: NOW })
  const changed = (await put(made.id)).json()
  const rest = { authorImageUrl: null, category: null, imageUrl: null }
  expect(changed).toEqual({ ...made, ...rest, version: 2 })
  expect((await put(made.id, { featured: "false", imageUrl: "", authorImageUrl: null, category: " " })).json()).toEqual(
    { ...changed, featured: "false", version: 3 },
  )
})

test("a draft and an article of tomorrow are for the office alone, until they come out; a deleted one is gone", async () => {
  const { id, publishedAt } = await create({ publishedAt: null })
  expect([publishedAt, await open(id)]).toEqual([null, [0, 404]])
  await put(id, { publishedAt: "2026-01-02T03:04:05.001Z" })
  expect(await open(id)).toEqual([0, 404])
  app.setNow(new Date("2026-01-02T03:04:05.001Z"))
  expect(await open(id)).toEqual([1, 200])
  await put(id, { publishedAt: null })
  expect(await open(id)).toEqual([0, 404])
  await put(id, { publishedAt: NOW })
  expect(await open(id)).toEqual([1, 200])
  const one = await app.send({ method: "GET", url: `/api/blog/${id}` })
  expect(Object.keys(one.json())).not.toContain("version")
  await ada.send("DELETE", `${URL}/${id}`)
  expect(await open(id)).toEqual([0, 404])
})

test("pages that carry articles, the team or testimonials, and the sitemap, show no deleted one", async () => {
  const current = new Map<string, () => Promise<PageRecords>>()
  let under: (rest: string) => Promise<PageRecords | null> = async () => null
  const pages = {
    revalidate: async (path: string, records: () => Promise<PageRecords>) => void current.set(path, records),
    renderOnDemand: (_path: string, records: typeof under) => {
      under = records
    },
  }
  await mountPublishedPages(pages, app.deps)
  const person = { name: "Bea", role: "Tutor", imageUrl: "https://example.org/a.webp" }
  const made = [
    `${URL}/${(await create()).id}`,
    `/api/admin/team/${(await ada.send("POST", "/api/admin/team", { ...person, bio: "Bio" })).json().id}`,
    `/api/admin/testimonials/${(await ada.send("POST", "/api/admin/testimonials", { ...person, content: "Good." })).json().id}`,
  ]
  const shown = async () => {
    const { testimonials } = (await current.get("/")?.()) ?? {}
    const { team } = (await current.get("/team")?.()) ?? {}
    const { posts } = (await current.get("/blog")?.()) ?? {}
    const post = await under(made[0]?.split("/").at(-1) ?? "")
    const counts = [testimonials, team, posts, await articlePaths(app.deps)].map((rows) => rows?.length)
    const keys = [team?.[0], posts?.[0], post?.post].flatMap((row) => Object.keys(row ?? {}))
    expect(keys).not.toEqual(expect.arrayContaining([expect.stringMatching(/version|updatedAt|deletedAt/)]))
    return [...counts, post !== null]
  }
  expect(await shown()).toEqual([1, 1, 1, 1, true])
  for (const url of made) await ada.send("DELETE", url)
  expect(await shown()).toEqual([0, 0, 0, 0, false])
  for (const url of made) await ada.send("POST", `${url}/restoration`)
  expect(await shown()).toEqual([1, 1, 1, 1, true])
})

test("whoever reads on after an article that was deleted meanwhile still finds the older ones", async () => {
  const old = await create({ publishedAt: "2025-01-01T00:00:00Z" })
  const young = await create({ publishedAt: "2025-02-01T00:00:00Z" })
  await ada.send("DELETE", `${URL}/${young.id}`)
  const older = await app.send({ method: "GET", url: `/api/blog?before=${young.id}` })
  expect(older.json().map(({ id }: { id: string }) => id)).toEqual([old.id])
})

test("the office sees drafts first, then the newest, page by page; and finds them by title and category", async () => {
  await create({ title: "Old", publishedAt: "2025-01-01T00:00:00Z", category: "Kreyòl" })
  await create({ title: "Draft", publishedAt: null })
  await create({ title: "Tomorrow", publishedAt: "2026-01-03T00:00:00Z" })
  await create({ title: "Other draft", publishedAt: null })
  const all = await titles()
  expect([all.slice(0, 2).toSorted(), all.slice(2)]).toEqual([
    ["Draft", "Other draft"],
    ["Tomorrow", "Old"],
  ])
  const read: string[] = []
  let next: string | undefined = `${URL}?limit=1`
  while (next) {
    const answer = await ada.send("GET", next)
    read.push(answer.json()[0].title)
    next = /<(.+)>/.exec(String(answer.headers.link ?? ""))?.[1]
  }
  expect(read).toEqual(all)
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
] as const)("%s is needed and takes %d characters", async (field, most) => {
  expect((await send({ ...POST, [field]: "é".repeat(most) })).statusCode).toBe(201)
  for (const wrong of ["é".repeat(most + 1), "", " \n ", null, 5, ["x"], "a\0b"]) {
    const answer = await send({ ...POST, [field]: wrong })
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, [field]])
  }
  const { [field]: _, ...without } = POST
  expect((await send(without)).statusCode).toBe(400)
  expect(await list()).toHaveLength(1)
})

test("an article in any script fits; more than any article has is too large", async () => {
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
  const answer = await send({ ...POST, ...more })
  expect([answer.statusCode, Object.keys(answer.json().fields), await list()]).toEqual([400, [field], []])
  const { id } = await create()
  expect([(await put(id, more)).statusCode, (await list())[0].version]).toEqual([400, 1])
})

test.each(["0100-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"])("%s is a time", async (publishedAt) => {
  const { id } = await create({ publishedAt })
  expect((await list())[0]).toMatchObject({ id, publishedAt })
  await create({ publishedAt: null })
  const first = await ada.send("GET", `${URL}?limit=1`)
  const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? expect.fail()
  expect((await ada.send("GET", next)).json()).toMatchObject([{ id }])
})
