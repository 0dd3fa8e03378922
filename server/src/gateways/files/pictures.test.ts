import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { S3mini } from "s3mini"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { openTestBucket } from "#testing-bucket.ts"
import { checkPictureBucket } from "./check.ts"
import { pictureBucket } from "./pictures.ts"

const WEBP = Buffer.from("RIFF....WEBP")

let store: Awaited<ReturnType<typeof openTestBucket>>
beforeAll(async () => {
  store = await openTestBucket()
})
afterAll(() => store.close())

test("a picture is stored under the prefix with its type, read back and removed", async () => {
  const { address, bucket } = store
  await bucket.put("profile/a-small.webp", WEBP)
  await bucket.put("profile/a-small.webp", WEBP)
  expect(Buffer.from((await bucket.read("profile/a-small.webp")) ?? []).equals(WEBP)).toBe(true)
  const raw = new S3mini({ ...address.s3, endpoint: `${address.s3.endpoint}/files` })
  const object = await raw.getObjectRaw("site/profile/a-small.webp")
  expect([object.headers.get("content-type"), await object.text()]).toEqual(["image/webp", WEBP.toString()])
  for (const _ of "12") await bucket.remove("profile/a-small.webp")
  expect(await bucket.read("profile/a-small.webp")).toBeUndefined()
})

test("a folder is listed in order, from after a name, without what is beside it", async () => {
  const { bucket } = store
  for (const name of ["site/c", "site/a", "site/b", "sites/d", "profile/e"]) await bucket.put(name, WEBP)
  const namesAfter = async (after: string) => (await bucket.list("site", after)).map(({ name }) => name)
  expect([await namesAfter(""), await namesAfter("site/a"), await namesAfter("site/c")]).toEqual([
    ["site/a", "site/b", "site/c"],
    ["site/b", "site/c"],
    [],
  ])
  const [first] = await bucket.list("site", "")
  expect(Math.abs(Date.now() - (first?.storedAt.getTime() ?? 0))).toBeLessThan(60_000)
})

test("a bucket that is not there, refuses or says nothing fails every call, and the check says why", async () => {
  const { address } = store
  const silent = createServer().listen(0, "127.0.0.1")
  await once(silent, "listening")
  onTestFinished(() => void silent.close())
  const silentEndpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const cases = [
    [{ ...address, to: "s3://missing/site" }, "NoSuchBucket"],
    [{ ...address, s3: { ...address.s3, accessKeyId: "nobody" } }, "InvalidAccessKeyId"],
    [{ ...address, s3: { ...address.s3, endpoint: "http://127.0.0.1:65533" } }, "ECONNREFUSED"],
    [{ ...address, s3: { ...address.s3, endpoint: silentEndpoint } }, "TimeoutError"],
  ] as const
  for (const [wrong, reason] of cases) {
    const { put, read, list } = pictureBucket(wrong, 200)
    const calls = await Promise.allSettled([put("site/a", WEBP), read("site/a"), list("site", "")])
    expect([reason, ...calls.map(({ status }) => status)]).toEqual([reason, "rejected", "rejected", "rejected"])
    if (reason === "TimeoutError") continue
    expect(await checkPictureBucket(wrong)).toEqual([{ code: "bucket_refused", values: { to: wrong.to, reason } }])
  }
  expect(await checkPictureBucket(undefined)).toEqual([])
  expect(await checkPictureBucket(address)).toEqual([{ code: "bucket_ready", values: { to: address.to } }])
  expect(await store.names("doctor")).toEqual([])
})
