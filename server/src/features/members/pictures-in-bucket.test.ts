import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"
import { objectsOf, openTestBucket } from "#testing-bucket.ts"
import { profilePictures } from "./table.ts"

const URL = "/api/user/profile/image"

let store: Awaited<ReturnType<typeof openTestBucket>>
let photo: Buffer
let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeAll(async () => {
  store = await openTestBucket()
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#d33" } })
    .png()
    .toBuffer()
})
afterAll(() => store.close())
beforeEach(async () => {
  store.state.isAway = false
  app = await createTestApp({ pictureBucket: store.bucket })
  ada = await register(app, "ada")
})
afterEach(async () => {
  await app.close()
  await store.empty()
})

async function upload(by: Pick<typeof ada, "send"> = ada) {
  const form = new FormData()
  form.append("image", new File([new Uint8Array(photo)], "me.png"))
  return by.send("POST", URL, form)
}
const rows = () => app.database.db.select().from(profilePictures)
const idOf = (url: string) => url.slice(URL.length + 1)
const names = () => store.names("profile")
const exported = async () => (await ada.send("GET", "/api/user/export")).json().profile_pictures

test("an uploaded picture is in the bucket only, and served to its owner with the same headers", async () => {
  const { profileImageUrl: url } = (await upload()).json()
  expect(await rows()).toMatchObject([{ id: idOf(url), userId: ada.id, small: null, large: null }])
  expect(await names()).toEqual(objectsOf(idOf(url)))
  for (const [size, side] of [
    ["small", 96],
    ["large", 384],
  ] as const) {
    const response = await ada.send("GET", `${url}?size=${size}`)
    expect(response.headers).toMatchObject({
      "content-type": "image/webp",
      "content-length": String(response.rawPayload.length),
      "cache-control": "private, max-age=86400",
      "x-content-type-options": "nosniff",
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: "webp", width: side, height: side })
  }
  const head = await app.send({ method: "HEAD", url, headers: { cookie: ada.cookie() } })
  expect([head.statusCode, head.headers["content-type"], head.body]).toEqual([200, "image/webp", ""])
  const eve = await register(app, "eve")
  expect([(await eve.send("GET", url)).json().code, (await openBrowser(app).send("GET", url)).statusCode]).toEqual([
    "picture.unknown",
    401,
  ])
  const [picture] = await exported()
  const large = (await ada.send("GET", url)).rawPayload.toString("base64")
  expect(picture).toEqual({ id: idOf(url), userId: ada.id, createdAt: picture.createdAt, webpBase64: large })
})

test("a newer picture replaces the older one, and a removed one leaves the bucket", async () => {
  const older = (await upload()).json().profileImageUrl
  const newer = (await upload()).json().profileImageUrl
  expect(await names()).toEqual(objectsOf(idOf(older), idOf(newer)))
  await app.deliver()
  expect([await names(), (await ada.send("GET", older)).statusCode]).toEqual([objectsOf(idOf(newer)), 404])
  await ada.send("PATCH", "/api/user/profile", { profileImageUrl: null })
  await app.deliver()
  expect([await names(), await rows()]).toEqual([[], []])
})

test("two uploads at once leave one picture", async () => {
  const replies = await Promise.all([upload(), upload()])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  await app.deliver()
  const [row, ...others] = await rows()
  expect([others, await names()]).toEqual([[], objectsOf(row?.id ?? "")])
})

test("the deletion of an account deletes its picture, also when the bucket is away at first", async () => {
  await upload()
  store.state.isAway = true
  expect((await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  await app.deliver()
  store.state.isAway = false
  expect((await names()).length).toBe(2)
  await app.database.sql`update outbox set due_at = now() where kind = 'picture.remove'`
  await app.deliver()
  expect([await names(), await rows()]).toEqual([[], []])
})

test("while the bucket is away, its pictures are a 503 and nothing else is", async () => {
  const { profileImageUrl: url } = (await upload()).json()
  store.state.isAway = true
  for (const response of [await ada.send("GET", url), await upload(), await ada.send("GET", "/api/user/export")])
    expect([response.statusCode, response.json().code, response.headers["retry-after"]]).toEqual([
      503,
      "server.busy",
      "30",
    ])
  const profile = await ada.send("GET", "/api/user/profile")
  expect([profile.statusCode, profile.json().profileImageUrl]).toEqual([200, url])
  expect((await ada.send("PATCH", "/api/user/profile", { bio: "Hi", profileImageUrl: null })).statusCode).toBe(200)
  store.state.isAway = false
  expect((await upload()).statusCode).toBe(201)
})

test("a silent bucket holds a hundred requests of a process, and no others", async () => {
  const { profileImageUrl: url } = (await upload()).json()
  const silence = Promise.withResolvers<undefined>()
  const silent = { ...store.bucket, read: () => silence.promise }
  const other = await createTestApp({ database: app.database, pictureBucket: silent })
  const send = openBrowser(other, { cookie: ada.cookie() }).send
  const replies = Array.from({ length: 101 }, () => send("GET", url))
  expect((await Promise.race(replies)).json().code).toBe("server.busy")
  expect((await send("GET", "/api/user/profile")).statusCode).toBe(200)
  silence.resolve(undefined)
  const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([...Array(100).fill(404), 503])
  await other.close()
})

test("a picture that the bucket has lost is a 404, and null in the export", async () => {
  const { profileImageUrl: url } = (await upload()).json()
  await store.empty()
  expect([(await ada.send("GET", url)).json().code, await exported()]).toEqual([
    "picture.unknown",
    [expect.objectContaining({ webpBase64: null })],
  ])
})

test("a refused file and a refused member store nothing", async () => {
  const form = new FormData()
  form.append("image", new File(["<svg/>"], "me.png"))
  expect((await ada.send("POST", URL, form)).statusCode).toBe(400)
  await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })
  expect([(await upload()).statusCode, await names()]).toEqual([401, []])
})

test("a server that does not know the bucket answers 503 for its pictures, and takes new ones itself", async () => {
  const { profileImageUrl: url } = (await upload()).json()
  const bucketApp = app
  app = await createTestApp({ database: bucketApp.database })
  const viaOther = { ...ada, send: openBrowser(app, { cookie: ada.cookie() }).send }
  expect((await viaOther.send("GET", url)).json().code).toBe("server.busy")
  const newer = (await upload(viaOther)).json().profileImageUrl
  expect([(await viaOther.send("GET", newer)).statusCode, (await rows())[0]?.large?.length]).toEqual([
    200,
    expect.any(Number),
  ])
  await app.close()
  app = bucketApp
  expect((await ada.send("GET", newer)).statusCode).toBe(200)
})
