import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, signInAsAdmin, type TestApp } from "#testing.ts"
import { objectsOf, openTestBucket } from "#testing-bucket.ts"
import { purgeDeleted } from "./service.ts"
import { sitePictures, teamMembers } from "./table.ts"

let store: Awaited<ReturnType<typeof openTestBucket>>
let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  store = await openTestBucket()
})
afterAll(() => store.close())
beforeEach(async () => {
  store.state.isAway = false
  app = await createTestApp({ pictureBucket: store.bucket })
  admin = await signInAsAdmin(app, "ada")
})
afterEach(async () => {
  await app.close()
  await store.empty()
})

async function upload() {
  const photo = await sharp({ create: { width: 1600, height: 400, channels: 3, background: "#d33" } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append("image", new File([new Uint8Array(photo)], "team.png"))
  return admin.send("POST", "/api/admin/pictures", form)
}
const rows = () => app.database.db.select().from(sitePictures)
const guest = (url: string) => openBrowser(app).send("GET", url)

test("a picture of the site is in the bucket only, and public under the address and headers of before", async () => {
  const { imageUrl } = (await upload()).json()
  const [row] = await rows()
  expect([row, imageUrl]).toMatchObject([{ small: null, large: null }, `/api/pictures/${row?.id}`])
  expect(await store.names("site")).toEqual(objectsOf(row?.id ?? ""))
  const response = await guest(`${imageUrl}?size=small`)
  expect(response.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, max-age=31536000, immutable",
  })
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 384, height: 96 })
  store.state.isAway = true
  expect([(await guest(imageUrl)).statusCode, (await upload()).statusCode, (await rows()).length]).toEqual([
    503, 503, 1,
  ])
})

test("the cleanup deletes what no record shows from the bucket, too", async () => {
  const [used, unused] = [(await upload()).json().imageUrl, (await upload()).json().imageUrl]
  await app.database.db.insert(teamMembers).values({ name: "Bea", role: "Tutor", bio: "Bio", imageUrl: used })
  app.setNow(new Date("2026-01-03T03:04:06Z"))
  await Promise.all([purgeDeleted(app.deps), purgeDeleted(app.deps)])
  await app.deliver()
  const [row] = await rows()
  expect([await store.names("site"), `/api/pictures/${row?.id}`]).toEqual([objectsOf(row?.id ?? ""), used])
  expect((await guest(unused)).statusCode).toBe(404)
})
