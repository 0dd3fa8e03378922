import sharp from "sharp"
import { afterEach, beforeEach, expect, test } from "vitest"
import { freshId } from "#platform/db/columns.ts"
import { createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { purgeDeleted } from "./service.ts"
import { blogPosts, sitePictures, teamMembers, testimonials } from "./table.ts"

const URL = "/api/admin/pictures"

let app: TestApp
let ada: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await signInAsAdmin(app, "ada")
})
afterEach(() => app.close())

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d33" } }).png()

function upload(file: Uint8Array | string, { name = "image", by = ada as Pick<typeof ada, "send"> } = {}) {
  const form = new FormData()
  form.append(name, new File([typeof file === "string" ? file : new Uint8Array(file)], "me.png"))
  return by.send("POST", URL, form)
}
const stored = () => app.database.db.select().from(sitePictures)
const guest = (url: string) => openBrowser(app).send("GET", url)

test("a picture is drawn anew in two sizes, keeps its proportions, and is for everybody to see", async () => {
  const photo = await drawing(1600, 400)
    .withExif({ IFD0: { Artist: "canary" }, IFD3: { GPSLatitude: "18/1 32/1 0/1", GPSLatitudeRef: "N" } })
    .toBuffer()
  expect(photo.includes("canary")).toBe(true)
  const answer = await upload(photo)
  const [row] = await stored()
  const url = `/api/pictures/${row?.id}`
  expect([answer.statusCode, answer.json(), row?.createdAt]).toEqual([201, { imageUrl: url }, app.deps.now()])
  expect(await app.database.sql`select actor_id, action, subject_id from audit_log`).toEqual([
    { actor_id: ada.id, action: "picture.added", subject_id: row?.id },
  ])
  for (const [query, width, height] of [
    ["?size=small", 384, 96],
    ["?size=large", 1280, 320],
    ["", 1280, 320],
  ] as const) {
    const shown = await guest(url + query)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    })
    const drawn = await sharp(shown.rawPayload).metadata()
    expect(drawn).toMatchObject({ format: "webp", width, height })
    expect([drawn.exif, drawn.icc, drawn.xmp, shown.rawPayload.includes("canary")]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ])
  }
})

test("what is small stays so, and what a camera held on its side stands upright", async () => {
  await upload(await drawing(200, 100).toBuffer())
  await upload(await drawing(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer())
  const sizes = (await stored()).map(async ({ small, large }) => {
    const [a, b] = [await sharp(small).metadata(), await sharp(large).metadata()]
    return [a.width, a.height, b.width, b.height]
  })
  expect(await Promise.all(sizes)).toEqual([
    [200, 100, 200, 100],
    [192, 384, 200, 400],
  ])
})

test.each<[string, Parameters<typeof upload>]>([
  ["a text", ["Not a picture"]],
  ["a page called a picture", ["<!doctype html><script>alert(1)</script>"]],
  ["an SVG", ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']],
  ["an empty file", [""]],
])("%s is no picture", async (_, [file]) => {
  const answer = await upload(file)
  expect([answer.statusCode, answer.json().code, Object.keys(answer.json().fields)]).toEqual([
    400,
    "request.invalid",
    ["image"],
  ])
  expect(await stored()).toEqual([])
})

test("a GIF, half a picture, too many bytes and another field are refused", async () => {
  const photo = await drawing(300, 300).toBuffer()
  const most = 5 * 1024 * 1024
  const asked = [
    upload(await sharp(photo).gif().toBuffer()),
    upload(photo.subarray(0, photo.length / 2)),
    upload(photo, { name: "picture" }),
    upload(Buffer.alloc(most + 1)),
    ada.send("POST", URL, { image: "x" }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 413, 415])
  expect((await upload(Buffer.concat([photo, Buffer.alloc(most - photo.length)]))).statusCode).toBe(201)
  expect(await stored()).toHaveLength(1)
})

test("nobody but an administrator uploads", async () => {
  const photo = await drawing(30, 30).toBuffer()
  const eve = await register(app, "eve")
  expect([
    (await upload(photo, { by: eve })).statusCode,
    (await upload(photo, { by: openBrowser(app) })).statusCode,
  ]).toEqual([403, 401])
  expect(await stored()).toEqual([])
})

test("a picture that is not there is unknown, and what is no id or no size is refused", async () => {
  await upload(await drawing(30, 30).toBuffer())
  const id = (await stored())[0]?.id
  const missing = await guest(`/api/pictures/${freshId()}`)
  expect([missing.statusCode, missing.json().code]).toEqual([404, "picture.unknown"])
  for (const path of ["1", "%00", `${id}?size=huge`, `${id}?size=`]) {
    expect((await guest(`/api/pictures/${path}`)).statusCode).toBe(400)
  }
})

test("sixty pictures in an hour are enough for one administrator", async () => {
  for (let time = 0; time < 60; time++) expect((await upload("x")).statusCode).toBe(400)
  const answer = await upload(await drawing(30, 30).toBuffer())
  expect([answer.statusCode, Number(answer.headers["retry-after"])]).toEqual([429, 3600])
  const bea = await signInAsAdmin(app, "bea")
  expect((await upload(await drawing(30, 30).toBuffer(), { by: bea })).statusCode).toBe(201)
})

test("what was deleted a day ago goes for good, and with it the pictures that nothing else shows", async () => {
  const pictures: string[] = []
  for (let count = 0; count < 6; count++)
    pictures.push((await upload(await drawing(30, 30).toBuffer())).json().imageUrl)
  const [portrait, quoted, cover, inText, ofDeleted, unused] = pictures
  const person = { name: "Bea", role: "Tutor" }
  const { db } = app.database
  await db.insert(teamMembers).values({ ...person, bio: "Bio", imageUrl: portrait })
  await db.insert(testimonials).values({ ...person, content: "Good.", imageUrl: quoted })
  const text = `![A tree](${inText?.toUpperCase().replace("/API/PICTURES", "/api/pictures")} "Tree")`
  await db.insert(blogPosts).values({ title: "T", excerpt: "E", content: text, author: "A", authorImageUrl: cover })
  for (const [url, more] of [
    ["/api/admin/team", { bio: "Bio" }],
    ["/api/admin/testimonials", { content: "Good." }],
  ] as const) {
    const made = await ada.send("POST", url, { ...person, ...more, imageUrl: ofDeleted })
    await ada.send("DELETE", `${url}/${made.json().id}`)
  }
  const counts = async () => {
    await purgeDeleted(app.deps)
    const rows = [await db.$count(teamMembers), await db.$count(testimonials), await db.$count(blogPosts)]
    const kept = (await stored()).map(({ id }) => `/api/pictures/${id}`)
    return [...rows, pictures.filter((picture) => kept.includes(picture))]
  }
  expect(await counts()).toEqual([2, 2, 1, pictures])
  app.setNow(new Date("2026-01-03T03:04:05.000Z"))
  expect(await counts()).toEqual([2, 2, 1, pictures])
  app.setNow(new Date("2026-01-03T03:04:05.001Z"))
  expect(await counts()).toEqual([1, 1, 1, [portrait, quoted, cover, inText]])
  expect((await guest(`${unused}`)).statusCode).toBe(404)
  ada = { ...(await signInAs(app, ada.id, "admin")), id: ada.id }
  await upload(await drawing(30, 30).toBuffer())
  await Promise.all([purgeDeleted(app.deps), purgeDeleted(app.deps)])
  expect(await stored()).toHaveLength(5)
})
