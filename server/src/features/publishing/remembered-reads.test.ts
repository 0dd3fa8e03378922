import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestApp, openBrowser, signInAsAdmin, type TestApp } from "#testing.ts"

const PATHS = ["/api/testimonials", "/api/team", "/api/blog", "/api/blog?limit=1"]

let app: TestApp
let second: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  app = await createTestApp()
  second = await createTestApp({ database: app.database })
  admin = await signInAsAdmin(app, "ada")
})
afterAll(async () => {
  await second.close()
  await app.close()
})

const publish = async (name: string) => {
  const quote = { name, role: "Learner", content: "Good.", imageUrl: "https://example.org/a.webp" }
  const response = await admin.send("POST", "/api/admin/testimonials", quote)
  expect(response.statusCode).toBe(201)
}
const namesAt = async (at: TestApp) =>
  (await at.send({ url: "/api/testimonials" })).json().map(({ name }: { name: string }) => name)

test.each(PATHS)("%s is sent with a tag, and not again to who has it", async (url) => {
  const first = await app.send({ url })
  expect(first.headers).toMatchObject({ "cache-control": "no-cache", etag: expect.stringMatching(/^"[\w-]{20}"$/) })
  const again = await app.send({ url, headers: { "if-none-match": String(first.headers["etag"]) } })
  expect([again.statusCode, again.body]).toEqual([304, ""])
})

test("the same reply goes to everybody, signed in or not", async () => {
  const [stranger, member] = [openBrowser(app), admin]
  const [theirs, own] = await Promise.all([stranger, member].map((browser) => browser.send("GET", "/api/team")))
  expect([own?.body, own?.headers["etag"]]).toEqual([theirs?.body, theirs?.headers["etag"]])
  expect(own?.headers["set-cookie"]).toBeUndefined()
})

test("who publishes something finds it at once, and readers at other processes once they are told", async () => {
  expect([await namesAt(app), await namesAt(second)]).toEqual([[], []])
  await publish("Bea")
  expect(await namesAt(app)).toEqual(["Bea"])
  await expect.poll(() => namesAt(second)).toEqual(["Bea"])
  await app.database.sql`delete from testimonials`
  for (const at of [app, second]) await expect.poll(() => namesAt(at)).toEqual([])
})

test("an unknown article is 404 until it is there", async () => {
  const id = "0198c0de-0000-7000-8000-000000000001"
  for (const _ of [1, 2]) expect((await app.send({ url: `/api/blog/${id}` })).statusCode).toBe(404)
  await app.database.sql`
    insert into blog_posts (id, title, content, excerpt, author, published_at)
    values (${id}, 'News', 'Long.', 'Short.', 'Ada', '2020-01-01')`
  expect((await app.send({ url: `/api/blog/${id}` })).statusCode).toBe(200)
})
