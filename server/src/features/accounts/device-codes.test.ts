import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { totpSecrets } from "#features/factors/table.ts"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { deviceCodes, knownDevices, sessions, users } from "./table.ts"

const MINUTE_MS = 60_000

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp()
  ada = await register(app, "ada", { "user-agent": "Mozilla/5.0 (Android 14; Mobile) Firefox/140.0" })
})
afterEach(() => app.close())

const db = () => app.database.db
const makeCode = async (browser: Browser = ada) => (await browser.send("POST", "/api/user/device-codes")).json()
const phone = () => openBrowser(app, { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" })
const enter = (code: unknown, { name = "ada", browser = phone() }: { name?: unknown; browser?: Browser } = {}) =>
  browser.send("POST", "/api/auth/login-by-code", { usernameOrEmail: name, code })
const refusalOf = async (response: ReturnType<typeof enter>) => {
  const { statusCode, json } = await response
  return [statusCode, json().code]
}
/** Another code of six digits. */
const wrong = (code: string, offset = 1) => String((Number(code) + offset) % 1_000_000).padStart(6, "0")
const EXPIRED = [400, "device_code.expired"]

test("a code signs in another device once; both are listed, and an email tells of the new one", async () => {
  const made = await ada.send("POST", "/api/user/device-codes")
  expect(made.statusCode).toBe(201)
  const { code, device, createdAt, expiresAt } = made.json()
  expect(code).toMatch(/^\d{6}$/)
  expect(device).toContain("Firefox")
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(10 * MINUTE_MS)
  const other = phone()
  const response = await enter(`${code.slice(0, 3)} ${code.slice(3)}`, { browser: other })
  expect([response.statusCode, response.json().username]).toEqual([200, "ada"])
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
  const list = (await other.send("GET", "/api/user/sessions")).json()
  expect(list).toMatchObject([
    { isCurrent: true, movedFrom: device },
    { isCurrent: false, device },
  ])
  expect(list[1]).not.toHaveProperty("movedFrom")
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(200)
  expect(await db().$count(knownDevices, eq(knownDevices.userId, ada.id))).toBe(2)
})

test("the code is found by the email, too, with blanks or hyphens between its digits", async () => {
  const { code } = await makeCode()
  expect((await enter(code.split("").join("-"), { name: ada.email.toUpperCase() })).statusCode).toBe(200)
})

test.each([
  [{}, ["code", "usernameOrEmail"]],
  [{ usernameOrEmail: "ada", code: 123456 }, ["code"]],
  [{ usernameOrEmail: "ada", code: "12345" }, ["code"]],
  [{ usernameOrEmail: "ada", code: "1234567" }, ["code"]],
  [{ usernameOrEmail: "ada", code: "12345a" }, ["code"]],
  [{ usernameOrEmail: "ada", code: "１２３４５６" }, ["code"]],
  [{ usernameOrEmail: "a".repeat(255), code: "123456" }, ["usernameOrEmail"]],
  [{ usernameOrEmail: "", code: "123456" }, ["usernameOrEmail"]],
  [{ usernameOrEmail: ["ada"], code: ["123456"] }, ["code", "usernameOrEmail"]],
])("%j is refused", async (body, fields) => {
  const response = await phone().send("POST", "/api/auth/login-by-code", body)
  expect([response.statusCode, Object.keys(response.json().fields).sort()]).toEqual([400, fields])
})

test("an unknown field is refused", async () => {
  const body = { usernameOrEmail: "ada", code: "123456", kind: "admin" }
  expect((await phone().send("POST", "/api/auth/login-by-code", body)).statusCode).toBe(400)
})

test("without a session nobody makes or cancels a code", async () => {
  for (const method of ["POST", "DELETE"] as const)
    expect((await phone().send(method, "/api/user/device-codes")).statusCode).toBe(401)
})

test("after five wrong tries the right code is refused, and a new code works", async () => {
  const { code } = await makeCode()
  for (let offset = 1; offset <= 5; offset++) expect(await refusalOf(enter(wrong(code, offset)))).toEqual(EXPIRED)
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
  expect((await enter((await makeCode()).code)).statusCode).toBe(200)
})

test("a code works for ten minutes", async () => {
  const { expiresAt, code } = await makeCode()
  app.setNow(new Date(Date.parse(expiresAt)))
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
  app.setNow(new Date(Date.parse(expiresAt) - 1))
  expect((await enter(code)).statusCode).toBe(200)
})

test("a code is of one person: with another name it is refused as any wrong code, known or not", async () => {
  const { code } = await makeCode()
  const eve = await register(app, "eve")
  for (const name of ["eve", "nobody"]) expect(await refusalOf(enter(code, { name }))).toEqual(EXPIRED)
  await eve.send("DELETE", "/api/user/device-codes")
  expect((await enter(code)).statusCode).toBe(200)
})

test("a newer code replaces the one before, and a cancelled one is refused", async () => {
  const [first, second] = [await makeCode(), await makeCode()]
  if (first.code !== second.code) expect(await refusalOf(enter(first.code))).toEqual(EXPIRED)
  expect((await ada.send("DELETE", "/api/user/device-codes")).statusCode).toBe(204)
  expect(await refusalOf(enter(second.code))).toEqual(EXPIRED)
})

test("a code ends with its session, and with the sessions that a new password ends", async () => {
  const { code } = await makeCode()
  await ada.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword: "Mango-pye-anba-7!" })
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
  const { code: next } = await makeCode()
  await ada.send("POST", "/api/auth/logout")
  expect(await refusalOf(enter(next))).toEqual(EXPIRED)
})

test("a code of a closed account is refused", async () => {
  const { code } = await makeCode()
  await db().update(users).set({ approved: false }).where(eq(users.id, ada.id))
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
})

test("an administrator makes no code in any session, and one made before the rights came is refused", async () => {
  const root = await signInAsAdmin(app, "root")
  const member = openBrowser(app)
  await member.send("POST", "/api/auth/login", { usernameOrEmail: "root", password: PASSWORD })
  for (const browser of [root, member])
    expect(await refusalOf(browser.send("POST", "/api/user/device-codes"))).toEqual([409, "device_code.admin"])
  const { code } = await makeCode()
  await db().update(users).set({ isAdmin: true }).where(eq(users.id, ada.id))
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
})

test("an account with a second factor makes no code, and one made before the factor is refused", async () => {
  const { code } = await makeCode()
  await db().insert(totpSecrets).values({ userId: ada.id, secret: "x", lastStep: 1 })
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
  expect(await refusalOf(ada.send("POST", "/api/user/device-codes"))).toEqual([409, "device_code.admin"])
})

test("a session that began with a code has a member's rights, is not fresh, and makes no code", async () => {
  const other = phone()
  await enter((await makeCode()).code, { browser: other })
  expect(await refusalOf(other.send("POST", "/api/user/device-codes"))).toEqual([409, "device_code.moved"])
  const rows = await db().select().from(sessions)
  expect(rows.map(({ sess }) => [sess.kind, sess.confirmedAt ?? ""]).sort()).toEqual([
    ["member", ""],
    ["member", "1970-01-01T00:00:00.000Z"],
  ])
})

test("of twenty uses at once on two processes one signs in", async () => {
  const { code } = await makeCode()
  // More tries than a code has are refused without a comparison.
  const second = await createTestApp({ database: app.database })
  const attempts = Array.from({ length: 20 }, (_, index) =>
    enter(code, { browser: openBrowser(index % 2 ? app : second) }),
  )
  const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)
  await second.close()
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(19)
  expect(await db().$count(sessions)).toBe(2)
})

test("twenty wrong tries at once on two processes leave no try", async () => {
  const { code } = await makeCode()
  const second = await createTestApp({ database: app.database })
  const attempt = (index: number) => enter(wrong(code, index + 1), { browser: openBrowser(index % 2 ? app : second) })
  await Promise.all(Array.from({ length: 20 }, (_, index) => attempt(index)))
  await second.close()
  expect(await db().select({ tries: deviceCodes.codeTries }).from(deviceCodes)).toEqual([{ tries: 5 }])
  expect(await refusalOf(enter(code))).toEqual(EXPIRED)
})

test("the database holds a keyed hash only", async () => {
  const { code } = await makeCode()
  const [row] = await db().select().from(deviceCodes)
  expect(row?.codeHash).toBe(app.deps.keyedHash("device code of", `${ada.id} ${code}`))
  expect(JSON.stringify(row)).not.toContain(code)
})

test("a plain form signs in and opens the dashboard, and shows the form again after a wrong code", async () => {
  const { code } = await makeCode()
  const post = (digits: string) =>
    app.send({
      method: "POST",
      url: "/api/auth/login-by-code",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      payload: new URLSearchParams({ usernameOrEmail: "ada", code: digits, page: "/about" }).toString(),
    })
  const refused = await post(wrong(code))
  expect([refused.statusCode, JSON.parse(refused.body).form]).toMatchObject([400, { name: "code", sent: false }])
  const accepted = await post(code)
  expect([accepted.statusCode, accepted.headers.location]).toEqual([303, "/member-dashboard"])
})

test("tries are limited per account, per address and for all accounts, and so are codes per account", async () => {
  const limited = await createTestApp({ rateLimits: true, trustProxy: 1 })
  const member = await register(limited, "lia")
  const attempt = async (name: string, network: number) => {
    const browser = openBrowser(limited, { "x-forwarded-for": `198.51.${network >> 8}.${network & 255}` })
    return (await enter("123456", { name, browser })).statusCode
  }
  const statuses = async (count: number, one: (index: number) => Promise<number>) => {
    const all: number[] = []
    for (let index = 0; index < count; index++) all.push(await one(index))
    return [all.filter((status) => status === 400).length, all.at(-1)]
  }
  expect(await statuses(16, (index) => attempt(index % 2 ? "lia" : member.email, index))).toEqual([15, 429])
  expect(await statuses(31, (index) => attempt(`name ${index}`, 1000))).toEqual([30, 429])
  expect(await statuses(256, (index) => attempt(`other ${index}`, 2000 + index))).toEqual([255, 429])
  const make = async () => (await member.send("POST", "/api/user/device-codes")).statusCode
  const made: number[] = []
  for (let index = 0; index < 11; index++) made.push(await make())
  expect(made).toEqual([...Array<number>(10).fill(201), 429])
  await limited.close()
})
