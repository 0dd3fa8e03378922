import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestApp, openBrowser, signInAsAdmin, type TestApp } from "#testing.ts"

const PATHS = ["/api/testimonials", "/api/team", "/api/courses"]

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

test("a new course is found in each language", async () => {
  const read = (language: string) => app.send({ url: "/api/courses", headers: { "accept-language": language } })
  for (const language of ["en", "ht"]) expect((await read(language)).json()).toEqual([])
  await app.database.sql`insert into courses (id, title, category) values (gen_random_uuid(), 'Go', 'coding')`
  for (const language of ["en", "ht"]) await expect.poll(async () => (await read(language)).json()).toHaveLength(1)
  expect((await read("ht")).headers["vary"]).toBe("accept-encoding, accept-language")
})
