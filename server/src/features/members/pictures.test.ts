import { setTimeout as sleep } from "node:timers/promises"
import sharp from "sharp"
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { deleteUser } from "#features/accounts/queries/users.ts"
import { requireUserForUpdate } from "#features/accounts/service/account.ts"
import type { Tx } from "#platform/db/client.ts"
import { createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { deletePictureOf } from "./queries/pictures.ts"
import { profilePictures } from "./table.ts"

const URL = "/api/user/profile/image"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

let photo: Buffer
beforeAll(async () => {
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#d33" } })
    .jpeg()
    .withExif({ IFD0: { Artist: "canary" }, IFD3: { GPSLatitude: "18/1 32/1 0/1", GPSLatitudeRef: "N" } })
    .toBuffer()
  expect(photo.includes("canary")).toBe(true)
})

function send(payload: Buffer | string, type: string, headers = {}) {
  const allHeaders = { origin: "http://localhost:3000", cookie: ada.cookie(), "content-type": type, ...headers }
  return app.send({ method: "POST", url: URL, payload, headers: allHeaders })
}

async function upload(file: Uint8Array | string, { field = "image", name = "me.jpg", headers = {} } = {}) {
  const form = new FormData()
  form.append(field, new File([typeof file === "string" ? file : new Uint8Array(file)], name))
  const encoded = new Response(form)
  const type = encoded.headers.get("content-type") ?? ""
  return send(Buffer.from(await encoded.arrayBuffer()), type, headers)
}

const rows = () => app.database.db.select().from(profilePictures).orderBy(profilePictures.id)
const profileImageUrl = async () => (await ada.send("GET", "/api/user/profile")).json().profileImageUrl

test("a photo is stored as two squares without metadata and served to its owner only", async () => {
  const response = await upload(photo)
  const [row] = await rows()
  const url = `${URL}/${row?.id}`
  expect([response.statusCode, response.json(), await profileImageUrl()]).toEqual([201, { profileImageUrl: url }, url])
  for (const [size, side] of [
    ["small", 96],
    ["large", 384],
  ] as const) {
    const picture = await ada.send("GET", `${url}?size=${size}`)
    expect(picture.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=86400",
      "x-content-type-options": "nosniff",
    })
    const metadata = await sharp(picture.rawPayload).metadata()
    expect(metadata).toMatchObject({ format: "webp", width: side, height: side })
    expect([metadata.exif, metadata.icc, metadata.xmp, picture.rawPayload.includes("canary")]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ])
  }
  expect((await ada.send("GET", url)).rawPayload.length).toBe(row?.large?.length)
  const eve = await register(app, "eve")
  expect([(await eve.send("GET", url)).json().code, (await openBrowser(app).send("GET", url)).statusCode]).toEqual([
    "picture.unknown",
    401,
  ])
  expect([
    (await ada.send("GET", `${url}?size=huge`)).statusCode,
    (await ada.send("GET", `${URL}/1`)).statusCode,
  ]).toEqual([400, 400])
})

test("a picture is rotated according to its EXIF orientation", async () => {
  const left = { create: { width: 200, height: 200, channels: 3, background: "#f00" } } as const
  const right = await sharp({ ...left, create: { ...left.create, background: "#00f" } })
    .png()
    .toBuffer()
  const rotated = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#f00" } })
    .composite([{ input: right, left: 200, top: 0 }])
    .jpeg({ quality: 100 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await upload(rotated)
  const [row] = await rows()
  const { data, info } = await sharp(row?.large ?? Buffer.alloc(0))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  expect([pixel(192, 5)[0], pixel(192, 378)[2]]).toEqual([expect.toSatisfy(isBright), expect.toSatisfy(isBright)])
})
const isBright = (value: number) => value > 200

test("a newer picture replaces the older one under another URL, and removing the picture deletes the row", async () => {
  await upload(photo)
  const older = await profileImageUrl()
  await upload(await sharp(photo).png().toBuffer(), { name: "me.png" })
  const newer = await profileImageUrl()
  expect([newer === older, (await rows()).length, (await ada.send("GET", older)).statusCode]).toEqual([false, 1, 404])
  const removed = await ada.send("PATCH", "/api/user/profile", { profileImageUrl: null })
  expect([removed.json().profileImageUrl, await rows()]).toEqual([null, []])
})

test("two concurrent uploads store one picture", async () => {
  const responses = await Promise.all([upload(photo), upload(photo)])
  expect([responses.map(({ statusCode }) => statusCode), (await rows()).length]).toEqual([[201, 201], 1])
})

/** Waits until a query is blocked by a lock. */
async function waitForBlockedQuery(): Promise<void> {
  const blockedQueries = () => app.database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await blockedQueries()).length === 0) await sleep(10)
}

/** Uploads a picture while another transaction holds the lock on the user and runs `change`. */
async function uploadDuring(change: (tx: Tx) => Promise<unknown>) {
  let pending: ReturnType<typeof upload> | undefined
  await app.database.db.transaction(async (tx) => {
    await requireUserForUpdate(tx, ada.id)
    pending = upload(photo)
    await waitForBlockedQuery()
    await change(tx)
  })
  return pending
}

test("an upload during a profile change waits for its transaction and then succeeds", async () => {
  await upload(photo)
  const response = await uploadDuring((tx) => deletePictureOf(tx, ada.id))
  expect([response?.statusCode, (await rows()).length]).toEqual([201, 1])
})

test("an upload during the deletion of the account is refused and stores nothing", async () => {
  const response = await uploadDuring((tx) => deleteUser(tx, ada.id))
  expect([response?.statusCode, response?.json().code, await rows()]).toEqual([401, "session.missing", []])
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
test.each<[string, () => Promise<Buffer | string> | Buffer | string]>([
  ["an HTML page called a picture", () => "<!doctype html><script>alert(1)</script>"],
  ["an SVG", () => svg],
  ["an empty file", () => ""],
  ["half a photo", () => photo.subarray(0, photo.length / 2)],
  ["a GIF", () => sharp(photo).gif().toBuffer()],
  ["a TIFF", () => sharp(photo).tiff().toBuffer()],
  ["a JPEG's head with a page behind it", () => Buffer.concat([photo.subarray(0, 20), Buffer.from(svg)])],
])("%s is refused", async (_, file) => {
  const response = await upload(await file(), { name: "me.png" })
  expect([response.statusCode, response.json().fields, await rows()]).toEqual([
    400,
    { image: "This is not a picture we can read. Please choose a JPEG, PNG or WebP file." },
    [],
  ])
})

test.each([
  [800, 40, 201],
  [40, 800, 201],
  [801, 40, 400],
  [40, 801, 400],
])("a picture of %i by %i pixels gets %i", async (width, height, status) => {
  const strip = await sharp({ create: { width, height, channels: 3, background: "#fff" } })
    .png()
    .toBuffer()
  expect((await upload(strip)).statusCode).toBe(status)
})

test("a small file that decodes to 256 million pixels is refused before it is decoded", async () => {
  const bomb = await sharp({
    create: { width: 16_000, height: 16_000, channels: 3, background: "#000" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const before = process.memoryUsage.rss()
  expect((await upload(bomb)).statusCode).toBe(400)
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(100)
}, 60_000)

test("a file of 5 MiB is accepted, and one byte more is too large", async () => {
  const maxBytes = 5 * 1024 * 1024
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  expect((await upload(padded(maxBytes))).statusCode).toBe(201)
  const refused = await upload(padded(maxBytes + 1))
  expect([refused.statusCode, refused.json().code]).toEqual([413, "request.too_large"])
  expect((await upload(Buffer.alloc(maxBytes + 100 * 1024))).statusCode).toBe(413)
})

test("uploads of visitors and from another origin are refused", async () => {
  expect((await upload(photo, { headers: { cookie: "" } })).statusCode).toBe(401)
  expect((await upload(photo, { headers: { origin: "https://evil.test" } })).statusCode).toBe(403)
  expect(await rows()).toEqual([])
})

test.each(["application/json", "text/plain", "application/x-www-form-urlencoded", "image/jpeg"])(
  "an upload of type %s is refused",
  async (type) => expect((await send("{}", type)).statusCode).toBe(415),
)

test("other routes refuse multipart forms", async () => {
  const response = await app.send({
    method: "POST",
    url: "/api/contact",
    payload: "--x--",
    headers: { "content-type": "multipart/form-data; boundary=x" },
  })
  expect(response.statusCode).toBe(415)
})

const part = (name: string, text = "x", more = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`
const FILE = '; filename="a.jpg"\r\nContent-Type: image/jpeg'
const BROKEN: readonly string[] = [
  "",
  "--x",
  "--x--",
  "--x\r\n",
  "--x\r\n\r\n",
  "--y--\r\n",
  "\r\n\r\n",
  "\0\0\0\0",
  part("image"),
  `${part("image")}--x--`,
  part("image", "x", FILE),
  `${part("picture", "x", FILE)}--x--\r\n`,
  `${part("image", "x", FILE)}${part("image", "x", FILE)}--x--\r\n`,
  `${part("image", "x", FILE)}${part("userId")}--x--\r\n`,
  `--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n`,
  `--x\r\nContent-Disposition: form-data; name=image; filename*=utf-8''%ff\r\n\r\nx\r\n--x--\r\n`,
  `--x\r\nContent-Disposition: attachment; name="image"; filename="a"\r\n\r\nx\r\n--x--\r\n`,
  `--x\r\n${"A: b\r\n".repeat(5000)}\r\nx\r\n--x--\r\n`,
  `--x\r\nContent-Disposition: form-data; name="${"n".repeat(60_000)}"\r\n\r\nx\r\n--x--\r\n`,
  `--x\r\nContent-Disposition: form-data; name="image"; filename="a\r\n\r\nx\r\n--x--\r\n`,
  `--x\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--x--\r\n`,
  `${part("a").repeat(1000)}--x--\r\n`,
  "--x".repeat(20_000),
]
const TYPES = ["multipart/form-data; boundary=x", "multipart/form-data", 'multipart/form-data; boundary=""']

test.each(BROKEN.flatMap((body) => TYPES.map((type) => ({ body, type, start: JSON.stringify(body).slice(0, 60) }))))(
  "a broken form is refused and the server keeps running: $type $start",
  async ({ body, type }) => {
    const response = await send(body, type)
    expect([400, 413]).toContain(response.statusCode)
    expect(await rows()).toEqual([])
  },
)

test("a member can upload 20 pictures per hour", async () => {
  for (let count = 0; count < 20; count++) await upload("x")
  const response = await upload(photo)
  expect([response.statusCode, Number(response.headers["retry-after"])]).toEqual([429, 3600])
})
