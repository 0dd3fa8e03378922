import { NOTIFICATION_DEVICES } from "@haitech/contract/notifications"
import { asc } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, signInAs, type TestApp } from "#testing.ts"
import { type PushDouble, startPushService, VAPID } from "#testing-push.ts"
import { pushSubscriptions } from "./table.ts"

const ROUTE = "/api/user/notifications"
const ALL = ["sessions", "replies", "reviews"]

let app: TestApp
let service: PushDouble
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  service = await startPushService()
  app = await createTestApp({ rateLimits: true, push: service.push })
  ada = await register(app, "ada", { "user-agent": "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Firefox/130.0" })
})
afterEach(async () => {
  await app.close()
  await service.close()
})

const bodyOf = (device: string) => ({ ...service.subscribe(device), timeZone: "America/Port-au-Prince" })
const add = (by: Browser, body: object) => by.send("POST", `${ROUTE}/devices`, body)
const settings = async (by: Browser) => (await by.send("GET", ROUTE)).json()
const rows = () => app.database.db.select().from(pushSubscriptions).orderBy(asc(pushSubscriptions.createdAt))
const signIn = () => signInAs(app, ada.id, "member")
const phone = (id: string) => ({ id, name: expect.any(String), isCurrent: true, createdAt: expect.any(String) })

test("a device is added once, in the page's language, and is the current one for its own session only", async () => {
  expect(await settings(ada)).toEqual({ publicKey: VAPID.publicKey, kinds: ALL, devices: [] })
  const body = bodyOf("phone")
  const reader = openBrowser(app, { cookie: ada.cookie(), "accept-language": "ht" })
  const response = await add(reader, body)
  await add(reader, body)
  const [row, ...rest] = await rows()
  expect([response.statusCode, response.json().devices, rest]).toEqual([201, [phone(row?.id ?? "")], []])
  expect(row).toMatchObject({ userId: ada.id, endpoint: body.endpoint, ...body.keys, language: "ht" })
  expect((await settings(await signIn())).devices).toMatchObject([{ isCurrent: false }])
})

test("the reply holds neither address nor key of a device", async () => {
  const body = bodyOf("phone")
  const response = await add(ada, body)
  for (const secret of [body.endpoint, body.keys.auth, body.keys.p256dh]) expect(response.body).not.toContain(secret)
})

test("a renewed subscription takes the place of the one before", async () => {
  await add(ada, bodyOf("before"))
  await add(ada, bodyOf("after"))
  expect((await rows()).map(({ endpoint }) => endpoint.split("/").at(-1))).toEqual(["after"])
})

test("a browser that another member uses now shows nothing of the member before", async () => {
  const body = bodyOf("shared")
  await add(ada, body)
  const eve = await register(app, "eve")
  await add(eve, body)
  expect([await rows(), (await settings(ada)).devices]).toMatchObject([[{ userId: eve.id }], []])
})

test("an address with other keys does not take over a stored device", async () => {
  const body = bodyOf("phone")
  await add(ada, body)
  const eve = await register(app, "eve")
  const response = await add(eve, { ...body, keys: service.subscribe("other").keys })
  expect([response.statusCode, response.json().fields, await rows()]).toMatchObject([
    400,
    { endpoint: expect.any(String) },
    [{ userId: ada.id }],
  ])
})

test.each([
  [{ endpoint: "https://169.254.169.254/latest" }, "endpoint"],
  [{ endpoint: "https://example.org/push" }, "endpoint"],
  [{ endpoint: ["https://push.example/push/x"] }, "endpoint"],
  [{ timeZone: 3 }, "timeZone"],
  [{ keys: "x" }, "keys"],
])("a device with %j is refused", async (change, field) => {
  const response = await add(ada, { ...bodyOf("phone"), ...change })
  expect([response.statusCode, response.json().code, Object.keys(response.json().fields)]).toEqual([
    400,
    "request.invalid",
    [field],
  ])
  expect(await rows()).toEqual([])
})

test("unknown fields are refused", async () => {
  expect((await add(ada, { ...bodyOf("phone"), userId: ada.id })).statusCode).toBe(400)
  expect((await ada.send("PATCH", ROUTE, { kinds: [], more: 1 })).statusCode).toBe(400)
})

test("guests and foreign pages change nothing", async () => {
  const guest = openBrowser(app)
  const body = bodyOf("phone")
  const statuses = await Promise.all([
    guest.send("GET", ROUTE),
    add(guest, body),
    guest.send("PATCH", ROUTE, { kinds: [] }),
    ada.send("POST", `${ROUTE}/devices`, body, { origin: "https://evil.example" }),
    ada.send("PATCH", ROUTE, { kinds: [] }, { origin: "https://evil.example" }),
  ])
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 403, 403])
  expect([await rows(), (await settings(ada)).kinds]).toEqual([[], ALL])
})

test("the same subscription twice at once is one device", async () => {
  const body = bodyOf("phone")
  const responses = await Promise.all([add(ada, body), add(ada, body)])
  expect([responses.map(({ statusCode }) => statusCode), (await rows()).length]).toEqual([[201, 201], 1])
})

test("a device that is renewed while its session ends is gone in the end", async () => {
  for (let round = 0; round < 5; round++) {
    const member = await signIn()
    await add(member, bodyOf(`before-${round}`))
    const [added, ended] = await Promise.all([
      add(member, bodyOf(`after-${round}`)),
      member.send("POST", "/api/auth/logout"),
    ])
    expect([[201, 401].includes(added.statusCode), ended.statusCode < 300]).toEqual([true, true])
  }
  expect(await rows()).toEqual([])
})

test("the oldest device gives way to one too many", async () => {
  for (let number = 0; number <= NOTIFICATION_DEVICES; number++) {
    app.setNow(new Date(Date.parse("2026-01-02T03:04:05Z") + number))
    await add(await signIn(), bodyOf(`device-${number}`))
  }
  const names = (await rows()).map(({ endpoint }) => endpoint.split("/").at(-1))
  expect([names.length, names.includes("device-0")]).toEqual([NOTIFICATION_DEVICES, false])
})

test("a member removes an own device, and nobody else's", async () => {
  await add(ada, bodyOf("phone"))
  const [row] = await rows()
  const eve = await register(app, "eve")
  const remove = (by: Browser) => by.send("DELETE", `${ROUTE}/devices/${row?.id}`)
  const statuses = [await remove(eve), await remove(ada), await remove(ada)].map(({ statusCode }) => statusCode)
  expect([statuses, await rows()]).toEqual([[404, 204, 404], []])
})

test.each([
  ["signing out", (by: Browser) => by.send("POST", "/api/auth/logout")],
  ["signing out everywhere", (by: Browser) => by.send("DELETE", "/api/user/sessions")],
  ["an expired session", () => app.database.sql`delete from sessions`],
])("%s removes the device", async (_what, end) => {
  await add(ada, bodyOf("phone"))
  await end(ada)
  expect(await rows()).toEqual([])
})

test("signing out on one device leaves the others", async () => {
  await add(ada, bodyOf("phone"))
  await add(await signIn(), bodyOf("laptop"))
  await ada.send("POST", "/api/auth/logout")
  expect((await rows()).map(({ endpoint }) => endpoint.split("/").at(-1))).toEqual(["laptop"])
})

test("kinds are switched off and on again", async () => {
  expect((await ada.send("PATCH", ROUTE, { kinds: ["reviews"] })).json().kinds).toEqual(["reviews"])
  await ada.send("PATCH", ROUTE, { kinds: [] })
  expect((await settings(ada)).kinds).toEqual([])
  await ada.send("PATCH", ROUTE, { kinds: ALL })
  expect((await settings(ada)).kinds).toEqual(ALL)
})

test("changes are limited for each member", async () => {
  const statuses = []
  for (let count = 0; count < 61; count++) statuses.push((await ada.send("PATCH", ROUTE, { kinds: [] })).statusCode)
  expect([statuses.slice(0, 60).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429])
})

test("without keys nothing is offered, and a device is refused", async () => {
  const plain = await createTestApp({ database: app.database })
  const member = openBrowser(plain, { cookie: ada.cookie() })
  const response = await add(member, bodyOf("phone"))
  const { publicKey } = await settings(member)
  await plain.close()
  expect([publicKey, response.statusCode, response.json().code]).toEqual([null, 503, "notifications.off"])
})
