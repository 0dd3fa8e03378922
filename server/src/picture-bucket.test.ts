import { eq } from "drizzle-orm"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { profilePictures } from "#features/members/table.ts"
import { sitePictures } from "#features/publishing/table.ts"
import { createId } from "#platform/db/columns.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import type { PictureBucket } from "#platform/pictures/bucket.ts"
import { checkPictures } from "#platform/system/pictures.ts"
import { jobs, recurringJobs } from "./app.ts"
import { createTestApp, register, type TestApp } from "./testing.ts"
import { objectsOf, openTestBucket } from "./testing-bucket.ts"

const DAY_MS = 86_400_000
const [SMALL, LARGE] = [Buffer.from("small webp"), Buffer.from("large webp")]

let store: Awaited<ReturnType<typeof openTestBucket>>
let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeAll(async () => {
  store = await openTestBucket()
})
afterAll(() => store.close())
beforeEach(async () => {
  store.state.isAway = false
  app = await createTestApp({ pictureBucket: store.bucket })
  ada = await register(app, "ada")
  await app.database.db.update(users).set({ createdAt: new Date("2026-01-01T00:00:00Z") })
})
afterEach(async () => {
  await app.close()
  await store.empty()
})

const db = () => app.database.db
const names = () => store.names("site")

async function insertPictures(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, createId)
  await db()
    .insert(sitePictures)
    .values(ids.map((id) => ({ id: id as never, small: SMALL, large: LARGE })))
  return ids
}

/** One run of the recurring job on a server with this bucket, and the steps that it enqueues. */
async function run(job: "picture.start_moving" | "picture.start_clean_up", bucket: PictureBucket = store.bucket) {
  const deps = { ...app.deps, pictureBucket: bucket, now: () => new Date(Date.now() + DAY_MS + 60_000) }
  await recurringJobs(deps)[job]?.run()
  const worker = await startWorker({ database: app.database, handlers: jobs(deps), log: deps.log })
  await worker.drain()
  await worker.stop()
}

function fakeBucket(takesNew: boolean, objects: Map<string, Uint8Array>): PictureBucket {
  return {
    takesNew,
    put: async (name, picture) => void objects.set(name, picture),
    read: async (name) => objects.get(name),
    remove: async (name) => void objects.delete(name),
    list: async () => [],
  }
}

const rows = () => db().select().from(sitePictures).orderBy(sitePictures.id)
const inDatabase = () => db().$count(sitePictures, eq(sitePictures.small, SMALL))

test("pictures move into the bucket in steps, and back, and the doctor counts them", async () => {
  const ids = await insertPictures(403)
  await db().insert(profilePictures).values({ userId: ada.id, small: SMALL, large: LARGE })
  const objects = new Map<string, Uint8Array>()
  const [target, source] = [fakeBucket(true, objects), fakeBucket(false, objects)]
  const count = async (bucket: PictureBucket | undefined) => (await checkPictures(db(), bucket))[0]
  expect(await count(target)).toEqual({ code: "pictures_moved", values: { stored: "0", waiting: "404" } })
  expect((await count(undefined))?.code).toBe("pictures_in_database")

  await run("picture.start_moving", target)
  const inBucket = [...objects.keys()].filter((name) => name.startsWith("site/"))
  expect([await inDatabase(), inBucket.toSorted()]).toEqual([0, objectsOf(...ids).map((name) => `site/${name}`)])
  expect(await count(target)).toEqual({ code: "pictures_moved", values: { stored: "404", waiting: "0" } })
  expect(await count(source)).toEqual({ code: "pictures_returning", values: { count: "404" } })
  expect(await count(undefined)).toEqual({ code: "pictures_unreachable", values: { count: "404" } })

  await run("picture.start_moving", source)
  expect((await rows()).every(({ small, large }) => small?.equals(SMALL) && large?.equals(LARGE))).toBe(true)
  expect(await db().$count(profilePictures, eq(profilePictures.large, LARGE))).toBe(1)
  expect((await count(source))?.code).toBe("pictures_returned")
})

test("moving goes on after the bucket was away, and two runs at once move each picture once", async () => {
  const ids = await insertPictures(9)
  store.state.isAway = true
  await expect(run("picture.start_moving")).rejects.toThrow("away")
  expect(await inDatabase()).toBe(9)
  store.state.isAway = false
  await Promise.all([run("picture.start_moving"), run("picture.start_moving")])
  expect([await inDatabase(), await names()]).toEqual([0, objectsOf(...ids)])
  store.state.isAway = true
  await expect(run("picture.start_moving", store.source)).rejects.toThrow("away")
  store.state.isAway = false
  await store.bucket.remove(`site/${ids[0]}-small.webp`)
  await run("picture.start_moving", store.source)
  expect((await rows()).map(({ small }) => small === null)).toEqual(ids.map((id) => id === ids[0]))
})

test("a picture that is deleted while it moves is in no place afterwards", async () => {
  const [id] = await insertPictures(1)
  const deleting: PictureBucket = {
    ...store.bucket,
    async put(name, picture) {
      await db().delete(sitePictures)
      await store.bucket.put(name, picture)
    },
  }
  await run("picture.start_moving", deleting)
  expect([id, await rows(), await names()]).toEqual([id, [], []])
})

test("uploads go on while pictures move in and back", async () => {
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#d33" } })
    .png()
    .toBuffer()
  const upload = async () => {
    const form = new FormData()
    form.append("image", new File([new Uint8Array(photo)], "me.png"))
    return (await ada.send("POST", "/api/user/profile/image", form)).statusCode
  }
  const uploads = async () => {
    const statuses: number[] = []
    for (const _ of "12") statuses.push(await upload())
    return statuses
  }
  await insertPictures(8)
  for (const bucket of [store.bucket, store.source, store.bucket]) {
    const [statuses] = await Promise.all([uploads(), run("picture.start_moving", bucket)])
    expect(statuses).toEqual([201, 201])
    const url = (await ada.send("GET", "/api/user/profile")).json().profileImageUrl
    expect((await ada.send("GET", url)).statusCode).toBe(200)
  }
  await app.deliver()
  expect((await store.names("profile")).length).toBe(2)
})

test("the cleanup removes what no row names, a day later, and nothing else", async () => {
  const [used = "", orphan = ""] = [(await insertPictures(1))[0], createId()]
  const others = [
    "site/notes.txt",
    `site/${orphan}-huge.webp`,
    `site/${orphan}/small.webp`,
    `sites/${createId()}-small.webp`,
  ]
  for (const name of [...objectsOf(used, orphan).map((object) => `site/${object}`), ...others])
    await store.bucket.put(name, LARGE)
  const stored = async () => [...(await names()), ...(await store.names("sites"))]
  const before = await stored()
  await recurringJobs(app.deps)["picture.start_clean_up"]?.run()
  expect(await stored()).toEqual(before)
  store.state.isAway = true
  await expect(run("picture.start_clean_up")).rejects.toThrow("away")
  store.state.isAway = false
  await run("picture.start_clean_up")
  expect(await stored()).toEqual(before.filter((name) => !objectsOf(orphan).includes(name)))
  for (const name of others) await store.bucket.remove(name)
})

test("a database that is newer than the objects deletes none of them", async () => {
  await store.bucket.put(`site/${createId()}-small.webp`, SMALL)
  await db()
    .update(users)
    .set({ createdAt: new Date(Date.now() + 1000) })
  await run("picture.start_clean_up")
  await db().delete(users)
  await run("picture.start_clean_up")
  expect((await names()).length).toBe(1)
})

test("without a bucket, as in a practice, the jobs touch nothing", async () => {
  await store.bucket.put(`site/${createId()}-small.webp`, SMALL)
  await insertPictures(1)
  const practice = await createTestApp({ database: app.database })
  for (const job of ["picture.start_moving", "picture.start_clean_up"]) await recurringJobs(practice.deps)[job]?.run()
  await db().delete(sitePictures)
  await practice.deliver()
  await practice.close()
  expect((await names()).length).toBe(1)
})
