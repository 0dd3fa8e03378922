import { afterEach, beforeEach, expect, test } from "vitest"
import type { PageRecords } from "#platform/http/pages.ts"
import { createTestApp, type TestApp } from "#testing.ts"
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
  const answer = await app.send({ method: "GET", url })
  return { status: answer.statusCode, body: answer.json() }
}

async function publish(title: string, day: string): Promise<string> {
  const [row] = await app.database.db
    .insert(blogPosts)
    .values({ ...POST, title, publishedAt: new Date(`${day}T00:00:00Z`) })
    .returning({ id: blogPosts.id })
  return row?.id ?? expect.fail()
}

test("the team comes by its order, then by name, with what §3 says of a member and nothing more", async () => {
  const row = { role: "Tutor", bio: "Bio" }
  await app.database.db.insert(teamMembers).values([
    { ...row, name: "Zoé", order: 1 },
    { ...row, name: "Bea", order: 2, linkedinUrl: "https://example.org/bea", imageUrl: "/bea.webp" },
    { ...row, name: "Ada", order: 2 },
  ])
  const nowhere = { imageUrl: null, linkedinUrl: null, twitterUrl: null, githubUrl: null }
  expect((await get("/api/team")).body).toEqual([
    { id: expect.any(String), ...row, name: "Zoé", ...nowhere },
    { id: expect.any(String), ...row, name: "Ada", ...nowhere },
    {
      id: expect.any(String),
      ...row,
      name: "Bea",
      ...nowhere,
      linkedinUrl: "https://example.org/bea",
      imageUrl: "/bea.webp",
    },
  ])
})

test("the team that ships is six people, each marked as a sample, in the order of their files", async () => {
  await publishStarterContent(app.database)
  const { body } = await get("/api/team")
  expect(body).toHaveLength(6)
  expect(body[0].role).toMatch(/Director/)
})

test("articles come newest first, without their text; one comes with it", async () => {
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

test("an article of tomorrow is nowhere today, and there tomorrow", async () => {
  const id = await publish("Later", "2026-01-03")
  expect([(await get("/api/blog")).body, (await get(`/api/blog/${id}`)).status]).toEqual([[], 404])
  app.setNow(new Date("2026-01-03T00:00:00Z"))
  expect([(await get("/api/blog")).body.length, (await get(`/api/blog/${id}`)).status]).toEqual([1, 200])
})

test.each(["nothing", "01a1fb37-a1b7-700e-9225-58f17d4b2fff", "%00", "'--"])("there is no article %s", async (id) => {
  expect(await get(`/api/blog/${id}`)).toMatchObject({ status: 404, body: { code: "post.unknown" } })
})

test("a long shelf is read in parts that neither repeat nor skip, though all came out in the same moment", async () => {
  for (let at = 0; at < 5; at++) await publish(`${at}`, "2025-01-01")
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

test.each(["limit=1", "limit=100", "other=1"])("?%s is taken", async (query) => {
  expect((await get(`/api/blog?${query}`)).status).toBe(200)
})

test("a page of the shelf shows twelve and knows whether there are older ones", async () => {
  const current = new Map<string, () => Promise<PageRecords>>()
  let under: (rest: string) => Promise<PageRecords | null> = async () => null
  const pages = {
    revalidate: async (path: string, records: () => Promise<PageRecords>) => void current.set(path, records),
    renderOnDemand: (_path: string, records: typeof under) => {
      under = records
    },
  }
  await mountPublishedPages(pages, app.deps)
  for (let at = 0; at < 13; at++) await publish(`${at}`, "2025-01-01")
  const deps = await current.get("/blog")?.()
  expect([deps?.posts?.length, deps?.older]).toEqual([12, deps?.posts?.at(-1)?.id])
  const rest = await under(`before/${deps?.older}`)
  expect([rest?.posts?.length, rest?.older]).toEqual([1, undefined])
  expect(await under("before/nothing")).toBeNull()
  expect(await under(`before/${rest?.posts?.[0]?.id}`)).toBeNull()
  expect(await under(`${rest?.posts?.[0]?.id}`)).toMatchObject({ post: { title: "0" } })
  expect(await under("nothing")).toBeNull()
})
