import sharp from "sharp"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createId } from "#platform/db/columns.ts"
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

const createImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d33" } }).png()

function upload(file: Uint8Array | string, { name = "image", by = ada as Pick<typeof ada, "send"> } = {}) {
  const form = new FormData()
  form.append(name, new File([typeof file === "string" ? file : new Uint8Array(file)], "me.png"))
  return by.send("POST", URL, form)
}
const stored = () => app.database.db.select().from(sitePictures).orderBy(sitePictures.id)
const guest = (url: string) => openBrowser(app).send("GET", url)

test("an uploaded picture is re-encoded in two sizes without metadata, keeps its proportions and is public", async () => {
  const photo = await createImage(1600, 400)
    .withExif({ IFD0: { Artist: "canary" }, IFD3: { GPSLatitude: "18/1 32/1 0/1", GPSLatitudeRef: "N" } })
    .toBuffer()
  expect(photo.includes("canary")).toBe(true)
  const uploaded = await upload(photo)
  const [row] = await stored()
  const url = `/api/pictures/${row?.id}`
  expect([uploaded.statusCode, uploaded.json(), row?.createdAt]).toEqual([201, { imageUrl: url }, app.deps.now()])
  expect(await app.database.sql`select actor_id, action, subject_id from audit_log`).toEqual([
    { actor_id: ada.id, action: "picture.added", subject_id: row?.id },
  ])
  for (const [query, width, height] of [
    ["?size=small", 384, 96],
    ["?size=large", 1280, 320],
    ["", 1280, 320],
  ] as const) {
    const response = await guest(url + query)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    })
    const metadata = await sharp(response.rawPayload).metadata()
    expect(metadata).toMatchObject({ format: "webp", width, height })
    expect([metadata.exif, metadata.icc, metadata.xmp, response.rawPayload.includes("canary")]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ])
  }
})

test("a small picture is not enlarged, and the EXIF orientation is applied", async () => {
  await upload(await createImage(200, 100).toBuffer())
  await upload(await createImage(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer())
  const sizes = (await stored()).map(async ({ small, large }) => {
    const [a, b] = await Promise.all([small, large].map((bytes) => sharp(bytes ?? Buffer.alloc(0)).metadata()))
    return [a?.width, a?.height, b?.width, b?.height]
  })
  expect(await Promise.all(sizes)).toEqual([
    [200, 100, 200, 100],
    [192, 384, 200, 400],
  ])
})

test.each<[string, Parameters<typeof upload>]>([
  ["a text", ["Not a picture"]],
  ["an HTML page", ["<!doctype html><script>alert(1)</script>"]],
  ["an SVG", ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']],
  ["an empty file", [""]],
])("%s is refused as a picture", async (_, [file]) => {
  const response = await upload(file)
  expect([response.statusCode, response.json().code, Object.keys(response.json().fields)]).toEqual([
    400,
    "request.invalid",
    ["image"],
  ])
  expect(await stored()).toEqual([])
})

test("a GIF, a truncated file, a file over 5 MiB, another field name and JSON are refused", async () => {
  const photo = await createImage(300, 300).toBuffer()
  const maxBytes = 5 * 1024 * 1024
  const requests = [
    upload(await sharp(photo).gif().toBuffer()),
    upload(photo.subarray(0, photo.length / 2)),
    upload(photo, { name: "picture" }),
    upload(Buffer.alloc(maxBytes + 1)),
    ada.send("POST", URL, { image: "x" }),
  ]
  expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 413, 415])
  expect((await upload(Buffer.concat([photo, Buffer.alloc(maxBytes - photo.length)]))).statusCode).toBe(201)
  expect(await stored()).toHaveLength(1)
})

test("only an administrator can upload", async () => {
  const photo = await createImage(30, 30).toBuffer()
  const eve = await register(app, "eve")
  expect([
    (await upload(photo, { by: eve })).statusCode,
    (await upload(photo, { by: openBrowser(app) })).statusCode,
  ]).toEqual([403, 401])
  expect(await stored()).toEqual([])
})

test("an unknown picture gets 404, a malformed id or size 400", async () => {
  await upload(await createImage(30, 30).toBuffer())
  const id = (await stored())[0]?.id
  const missing = await guest(`/api/pictures/${createId()}`)
  expect([missing.statusCode, missing.json().code]).toEqual([404, "picture.unknown"])
  for (const path of ["1", "%00", `${id}?size=huge`, `${id}?size=`]) {
    expect((await guest(`/api/pictures/${path}`)).statusCode).toBe(400)
  }
})

test("an administrator may upload sixty pictures an hour", async () => {
  for (let attempt = 0; attempt < 60; attempt++) expect((await upload("x")).statusCode).toBe(400)
  const response = await upload(await createImage(30, 30).toBuffer())
  expect([response.statusCode, Number(response.headers["retry-after"])]).toEqual([429, 3600])
  const bea = await signInAsAdmin(app, "bea")
  expect((await upload(await createImage(30, 30).toBuffer(), { by: bea })).statusCode).toBe(201)
})

test("the cleanup deletes records a day after their deletion, and pictures that nothing refers to", async () => {
  const pictures: string[] = []
  for (let index = 0; index < 6; index++)
    pictures.push((await upload(await createImage(30, 30).toBuffer())).json().imageUrl)
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
    const created = await ada.send("POST", url, { ...person, ...more, imageUrl: ofDeleted })
    await ada.send("DELETE", `${url}/${created.json().id}`)
  }
  const purgeAndCount = async () => {
    await purgeDeleted(app.deps)
    const rows = [await db.$count(teamMembers), await db.$count(testimonials), await db.$count(blogPosts)]
    const paths = (await stored()).map(({ id }) => `/api/pictures/${id}`)
    return [...rows, pictures.filter((picture) => paths.includes(picture))]
  }
  expect(await purgeAndCount()).toEqual([2, 2, 1, pictures])
  app.setNow(new Date("2026-01-03T03:04:05.000Z"))
  expect(await purgeAndCount()).toEqual([2, 2, 1, pictures])
  app.setNow(new Date("2026-01-03T03:04:05.001Z"))
  expect(await purgeAndCount()).toEqual([1, 1, 1, [portrait, quoted, cover, inText]])
  expect((await guest(`${unused}`)).statusCode).toBe(404)
  ada = { ...(await signInAs(app, ada.id, "admin")), id: ada.id }
  await upload(await createImage(30, 30).toBuffer())
  await Promise.all([purgeDeleted(app.deps), purgeDeleted(app.deps)])
  expect(await stored()).toHaveLength(5)
})
