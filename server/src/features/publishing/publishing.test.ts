import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"
import { capturePages } from "#testing-pages.ts"
import { mountPublishedPages } from "./pages.ts"
import { publishStarterContent } from "./service.ts"
import { blogPosts, teamMembers } from "./table.ts"

const POST = { title: "Title", excerpt: "Excerpt", content: "# Text", author: "Ada Pierre" }

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const get = async (url: string) => {
  const response = await app.send({ method: "GET", url })
  return { status: response.statusCode, body: response.json() }
}

async function publish(title: string, day: string): Promise<string> {
  const [row] = await app.database.db
    .insert(blogPosts)
    .values({ ...POST, title, publishedAt: new Date(`${day}T00:00:00Z`) })
    .returning({ id: blogPosts.id })
  return row?.id ?? expect.fail()
}

test("the team is sorted by order, then by name, with the fields of spec §3 only", async () => {
  const row = { role: "Tutor", bio: "Bio" }
  await app.database.db.insert(teamMembers).values([
    { ...row, name: "Zoé", order: 1 },
    { ...row, name: "Bea", order: 2, linkedinUrl: "https://example.org/bea", imageUrl: "/bea.webp" },
    { ...row, name: "Ada", order: 2 },
  ])
  const noLinks = { imageUrl: null, linkedinUrl: null, twitterUrl: null, githubUrl: null }
  expect((await get("/api/team")).body).toEqual([
    { id: expect.any(String), ...row, name: "Zoé", ...noLinks },
    { id: expect.any(String), ...row, name: "Ada", ...noLinks },
    {
      id: expect.any(String),
      ...row,
      name: "Bea",
      ...noLinks,
      linkedinUrl: "https://example.org/bea",
      imageUrl: "/bea.webp",
    },
  ])
})

test("the starter team has six people, the director first", async () => {
  await publishStarterContent(app.database)
  const { body } = await get("/api/team")
  expect(body).toHaveLength(6)
  expect(body[0].role).toMatch(/Director/)
})

test("the list has articles newest first without content; a single article has its content", async () => {
  const old = await publish("Old", "2025-01-01")
  const young = await publish("Young", "2026-01-01")
  const summary = {
    id: young,
    title: "Young",
    excerpt: "Excerpt",
    author: "Ada Pierre",
    authorImageUrl: null,
    category: null,
    imageUrl: null,
    publishedAt: "2026-01-01T00:00:00.000Z",
    featured: "false",
  }
  const { body } = await get("/api/blog")
  expect(body.map(({ id }: { id: string }) => id)).toEqual([young, old])
  expect(body[0]).toEqual(summary)
  expect(await get(`/api/blog/${young}`)).toEqual({ status: 200, body: { ...summary, content: "# Text" } })
})

test("an article is public from its publication time on", async () => {
  const id = await publish("Later", "2026-01-03")
  expect([(await get("/api/blog")).body, (await get(`/api/blog/${id}`)).status]).toEqual([[], 404])
  app.setNow(new Date("2026-01-03T00:00:00Z"))
  expect([(await get("/api/blog")).body.length, (await get(`/api/blog/${id}`)).status]).toEqual([1, 200])
})

test.each(["nothing", "01a1fb37-a1b7-700e-9225-58f17d4b2fff", "%00", "'--"])(
  "the article id %s gets 404",
  async (id) => {
    expect(await get(`/api/blog/${id}`)).toMatchObject({ status: 404, body: { code: "post.unknown" } })
  },
)

test("paging through articles with equal publication times neither repeats nor skips one", async () => {
  for (let index = 0; index < 5; index++) await publish(`${index}`, "2025-01-01")
  const all = (await get("/api/blog")).body.map(({ id }: { id: string }) => id)
  const first = (await get("/api/blog?limit=2")).body.map(({ id }: { id: string }) => id)
  const second = (await get(`/api/blog?limit=2&before=${first[1]}`)).body.map(({ id }: { id: string }) => id)
  const last = (await get(`/api/blog?before=${second[1]}`)).body.map(({ id }: { id: string }) => id)
  expect([...first, ...second, ...last]).toEqual(all)
  expect((await get("/api/blog?before=01a1fb37-a1b7-700e-9225-58f17d4b2fff")).body).toEqual([])
})

test.each(["limit=0", "limit=101", "limit=1.5", "limit=-1", "limit=", "limit=1&limit=2", "before=x"])(
  "?%s is refused",
  async (query) => {
    expect((await get(`/api/blog?${query}`)).status).toBe(400)
  },
)

test.each(["limit=1", "limit=100", "other=1"])("?%s is accepted", async (query) => {
  expect((await get(`/api/blog?${query}`)).status).toBe(200)
})

test("a blog page has twelve articles and links to older ones if there are any", async () => {
  const pages = capturePages()
  await mountPublishedPages(pages, app.deps)
  for (let index = 0; index < 13; index++) await publish(`${index}`, "2025-01-01")
  const newest = await pages.recordsOf("/blog")
  expect([newest?.posts?.length, newest?.older]).toEqual([12, newest?.posts?.at(-1)?.id])
  const older = await pages.recordsOf(`/blog/before/${newest?.older}`)
  expect([older?.posts?.length, older?.older]).toEqual([1, undefined])
  expect(await pages.recordsOf("/blog/before/nothing")).toBeNull()
  expect(await pages.recordsOf(`/blog/before/${older?.posts?.[0]?.id}`)).toBeNull()
  expect(await pages.recordsOf(`/blog/${older?.posts?.[0]?.id}`)).toMatchObject({ post: { title: "0" } })
  expect(await pages.recordsOf("/blog/nothing")).toBeNull()
})
