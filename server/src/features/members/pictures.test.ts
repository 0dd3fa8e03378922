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

/** Sends bytes as they are, as a form with a file in it. */
function send(payload: Buffer | string, type: string, headers = {}) {
  const sent = { origin: "http://localhost:3000", cookie: ada.cookie(), "content-type": type, ...headers }
  return app.send({ method: "POST", url: URL, payload, headers: sent })
}

async function upload(file: Uint8Array | string, { name = "image", called = "me.jpg", headers = {} } = {}) {
  const form = new FormData()
  form.append(name, new File([typeof file === "string" ? file : new Uint8Array(file)], called))
  const encoded = new Response(form)
  const type = encoded.headers.get("content-type") ?? ""
  return send(Buffer.from(await encoded.arrayBuffer()), type, headers)
}

const rows = () => app.database.db.select().from(profilePictures)
const profileImageUrl = async () => (await ada.send("GET", "/api/user/profile")).json().profileImageUrl

test("a photo becomes two squares without what the camera said of it, for its owner alone", async () => {
  const answer = await upload(photo)
  const [row] = await rows()
  const url = `${URL}/${row?.id}`
  expect([answer.statusCode, answer.json(), await profileImageUrl()]).toEqual([201, { profileImageUrl: url }, url])
  for (const [size, side] of [
    ["small", 96],
    ["large", 384],
  ] as const) {
    const shown = await ada.send("GET", `${url}?size=${size}`)
    expect(shown.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    })
    const drawn = await sharp(shown.rawPayload).metadata()
    expect(drawn).toMatchObject({ format: "webp", width: side, height: side })
    expect([drawn.exif, drawn.icc, drawn.xmp, shown.rawPayload.includes("canary")]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ])
  }
  expect((await ada.send("GET", url)).rawPayload.length).toBe(row?.large.length)
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

test("a picture stands upright, as the camera says", async () => {
  const left = { create: { width: 200, height: 200, channels: 3, background: "#f00" } } as const
  const right = await sharp({ ...left, create: { ...left.create, background: "#00f" } })
    .png()
    .toBuffer()
  const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#f00" } })
    .composite([{ input: right, left: 200, top: 0 }])
    .jpeg({ quality: 100 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await upload(lying)
  const [row] = await rows()
  const { data, info } = await sharp(row?.large).raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  expect([pixel(192, 5)[0], pixel(192, 378)[2]]).toEqual([expect.toSatisfy(bright), expect.toSatisfy(bright)])
})
const bright = (value: number) => value > 200

test("a newer picture takes the older one's place under another address; without one nothing is kept", async () => {
  await upload(photo)
  const older = await profileImageUrl()
  await upload(await sharp(photo).png().toBuffer(), { called: "me.png" })
  const newer = await profileImageUrl()
  expect([newer === older, (await rows()).length, (await ada.send("GET", older)).statusCode]).toEqual([false, 1, 404])
  const gone = await ada.send("PATCH", "/api/user/profile", { profileImageUrl: null })
  expect([gone.json().profileImageUrl, await rows()]).toEqual([null, []])
})

test("two at once are one", async () => {
  const answers = await Promise.all([upload(photo), upload(photo)])
  expect([answers.map(({ statusCode }) => statusCode), (await rows()).length]).toEqual([[201, 201], 1])
})

/** Waits until somebody stands before a locked row. */
async function somebodyWaits(): Promise<void> {
  const ask = () => app.database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await ask()).length === 0) await sleep(10)
}

/** What is answered to a picture that comes while somebody else holds its owner's account, and does this. */
async function uploadWhile(act: (tx: Tx) => Promise<unknown>) {
  let waiting: ReturnType<typeof upload> | undefined
  await app.database.db.transaction(async (tx) => {
    await requireUserForUpdate(tx, ada.id)
    waiting = upload(photo)
    await somebodyWaits()
    await act(tx)
  })
  return waiting
}

test("a picture that comes while the profile is changed waits for it, and neither breaks the other", async () => {
  await upload(photo)
  const answer = await uploadWhile((tx) => deletePictureOf(tx, ada.id))
  expect([answer?.statusCode, (await rows()).length]).toEqual([201, 1])
})

test("a picture of somebody who is just leaving is nobody's", async () => {
  const answer = await uploadWhile((tx) => deleteUser(tx, ada.id))
  expect([answer?.statusCode, answer?.json().code, await rows()]).toEqual([401, "session.missing", []])
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
  const answer = await upload(await file(), { called: "me.png" })
  expect([answer.statusCode, answer.json().fields, await rows()]).toEqual([
    400,
    { image: "This is not a picture we can read. Please choose a JPEG, PNG or WebP file." },
    [],
  ])
})

test("a small file that unfolds into four hundred million pixels is refused before it does", async () => {
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

test("five megabytes are taken, a byte more is too large", async () => {
  const most = 5 * 1024 * 1024
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  expect((await upload(padded(most))).statusCode).toBe(201)
  const refused = await upload(padded(most + 1))
  expect([refused.statusCode, refused.json().code]).toEqual([413, "request.too_large"])
  expect((await upload(Buffer.alloc(most + 100 * 1024))).statusCode).toBe(413)
})

test("no stranger, and no page of another website, uploads", async () => {
  expect((await upload(photo, { headers: { cookie: "" } })).statusCode).toBe(401)
  expect((await upload(photo, { headers: { origin: "https://evil.test" } })).statusCode).toBe(403)
  expect(await rows()).toEqual([])
})

test.each(["application/json", "text/plain", "application/x-www-form-urlencoded", "image/jpeg"])(
  "%s is no upload",
  async (type) => expect((await send("{}", type)).statusCode).toBe(415),
)

test("no other call takes a form with a file in it", async () => {
  const answer = await app.send({
    method: "POST",
    url: "/api/contact",
    payload: "--x--",
    headers: { "content-type": "multipart/form-data; boundary=x" },
  })
  expect(answer.statusCode).toBe(415)
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

test.each(BROKEN.flatMap((body) => TYPES.map((type) => ({ body, type, said: JSON.stringify(body).slice(0, 60) }))))(
  "a broken form is refused at once and stops nothing: $type $said",
  async ({ body, type }) => {
    const answered = send(body, type)
    const answer = await Promise.race([answered, sleep(2000)])
    expect([400, 413]).toContain(answer?.statusCode)
    expect(await rows()).toEqual([])
  },
)

test("twenty pictures in an hour are enough", async () => {
  for (let time = 0; time < 20; time++) await upload("x")
  const answer = await upload(photo)
  expect([answer.statusCode, Number(answer.headers["retry-after"])]).toEqual([429, 3600])
})
