import { api } from "@haitech/contract/api"
import type { Route } from "@haitech/contract/route"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, type TestApp } from "#testing.ts"
import {
  addApp,
  addPasskey,
  advance,
  codeAt,
  enterCode,
  enterPassword,
  ROOT,
  ROOT_PASSWORD,
  setUp,
} from "#testing-factors.ts"

let app: TestApp
let root: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true, trustProxy: 1 })
  root = await setUp(app)
})
afterEach(() => app.close())

const isSignedIn = async (browser: Browser) => (await browser.send("GET", "/api/admin/session")).statusCode === 200
const codeOf = (response: { statusCode: number; json: () => { code: string } }) => [
  response.statusCode,
  response.json().code,
]
const actions = async () =>
  (await app.database.sql<{ action: string }[]>`select action from audit_log order by created_at, id`).map(
    ({ action }) => action,
  )

test("without a second factor the password signs in, and the reply is as before", async () => {
  const { response } = await enterPassword(app)
  expect([response.statusCode, response.json()]).toEqual([200, { admin: { id: root.id, ...ROOT } }])
})

test("with an app the password leads to the code, and the code to a new session", async () => {
  const { secret } = await addApp(app, root)
  const browser = await enterPassword(app)
  const factors = { app: true, passkey: false }
  expect([browser.response.statusCode, browser.response.json()]).toEqual([
    200,
    { admin: { id: root.id, ...ROOT }, secondFactor: factors },
  ])
  expect(browser.response.cookies.map(({ name }) => name)).toEqual(["second-factor"])
  expect(await isSignedIn(browser)).toBe(false)
  const response = await enterCode(browser, codeAt(secret, advance(app, 30)))
  expect([response.statusCode, response.json()]).toEqual([200, { admin: { id: root.id, ...ROOT } }])
  expect(await isSignedIn(browser)).toBe(true)
  const names = response.cookies.map(({ name, value }) => [name, value !== ""])
  expect(names).toContainEqual(["second-factor", false])
  expect(await actions()).toEqual(["admin.created", "factor.added", "admin.signed_in"])
})

test("a code is accepted once, one step early or late, and not again after a later one", async () => {
  const { secret } = await addApp(app, root)
  const at = advance(app, 300)
  const enter = async (steps: number) => {
    const code = codeAt(secret, new Date(at.getTime() + steps * 30_000))
    return codeOf(await enterCode(await enterPassword(app), code))
  }
  expect(await enter(-2)).toEqual([401, "factor.refused"])
  expect(await enter(2)).toEqual([401, "factor.refused"])
  expect((await enter(-1))[0]).toBe(200)
  expect(await enter(-1)).toEqual([401, "factor.refused"])
  expect((await enter(1))[0]).toBe(200)
  expect(await enter(0)).toEqual([401, "factor.refused"])
})

test("the code that set the app up does not sign in", async () => {
  const { secret } = await addApp(app, root)
  expect(codeOf(await enterCode(await enterPassword(app), codeAt(secret, app.deps.now())))).toEqual([
    401,
    "factor.refused",
  ])
})

test("of 20 sign-ins with one code at two servers one succeeds", async () => {
  const { secret } = await addApp(app, root)
  const other = await createTestApp({ database: app.database })
  const at = advance(app, 60)
  other.setNow(at)
  const browsers = await Promise.all(Array.from({ length: 20 }, (_, index) => enterPassword(index % 2 ? app : other)))
  const codes = await Promise.all(
    browsers.map(async (browser) => (await enterCode(browser, codeAt(secret, at))).statusCode),
  )
  await other.close()
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
})

test("a recovery code works once, however it is typed, at one of two servers, and an email announces it", async () => {
  const { recoveryCodes } = await addApp(app, root)
  const [first = "", second = ""] = recoveryCodes ?? []
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const other = await createTestApp({ database: app.database })
  const browsers = [await enterPassword(app), await enterPassword(other)]
  const typed = first.toLowerCase().replaceAll("-", " ")
  const statuses = await Promise.all(browsers.map(async (browser) => (await enterCode(browser, typed)).statusCode))
  await other.close()
  expect(statuses.sort()).toEqual([200, 401])
  expect((await enterCode(await enterPassword(app), second)).statusCode).toBe(200)
  expect(codeOf(await enterCode(await enterPassword(app), second))).toEqual([401, "factor.refused"])
  expect(await actions()).toContain("factor.code_used")
  const email = (await app.deliver()).filter(({ subject }) => subject === "A recovery code was used to sign in")
  expect(email.map(({ text }) => /Codes left: (\d)/.exec(text)?.[1]).toSorted()).toEqual(["8", "9"])
})

test("the tables hold neither the secret of the app nor a recovery code", async () => {
  const { secret, recoveryCodes } = await addApp(app, root)
  const [{ dump }] = await app.database.sql<[{ dump: string }]>`
    select concat((select json_agg(t) from totp_secrets t), (select json_agg(r) from recovery_codes r),
      (select json_agg(f) from factor_setups f), (select json_agg(o) from outbox o), (select json_agg(a) from audit_log a)) as dump`
  expect(dump).toContain(root.id)
  for (const plain of [secret, ...(recoveryCodes ?? [])]) expect(dump).not.toContain(plain)
})

test("before the second factor nothing but its own routes answers, member routes included", async () => {
  await addApp(app, root)
  const pending = await enterPassword(app)
  const guarded: readonly Route[] = Object.values(api).filter(({ access }) => access !== "public")
  expect(guarded.length).toBeGreaterThan(60)
  for (const { method, path, body } of guarded) {
    const url = path.replaceAll(/:\w+/g, "0198c0de-0000-7000-8000-000000000000")
    const response = await pending.send(method, url, body && {})
    expect([method, path, response.statusCode]).toEqual([method, path, 401])
  }
})

test("the secret of a half sign-in is no session, and expires after ten minutes", async () => {
  const { secret } = await addApp(app, root)
  const pending = await enterPassword(app)
  const stolen = pending.cookie().replace("second-factor=", "session=")
  expect(await isSignedIn(openBrowser(app, { cookie: stolen }))).toBe(false)
  const at = advance(app, 600)
  expect(codeOf(await enterCode(pending, codeAt(secret, at)))).toEqual([400, "factor.expired"])
  expect(codeOf(await enterCode(openBrowser(app), codeAt(secret, at)))).toEqual([400, "factor.expired"])
})

test("a half sign-in ends with a new password, a lost role and a closed account, and works once", async () => {
  const { secret, recoveryCodes } = await addApp(app, root)
  const [first, second, used] = [await enterPassword(app), await enterPassword(app), await enterPassword(app)]
  const code = codeAt(secret, advance(app, 60))
  expect((await enterCode(used, code)).statusCode).toBe(200)
  expect(codeOf(await enterCode(used, recoveryCodes?.[0] ?? ""))).toEqual([400, "factor.expired"])
  await app.database.sql`update users set is_admin = false`
  expect(codeOf(await enterCode(second, recoveryCodes?.[1] ?? ""))).toEqual([400, "factor.expired"])
  await app.database.sql`update users set is_admin = true`
  const change = { currentPassword: ROOT_PASSWORD, newPassword: "another-kokoye" }
  expect((await root.send("POST", "/api/admin/change-password", change)).statusCode).toBe(204)
  expect(codeOf(await enterCode(first, recoveryCodes?.[2] ?? ""))).toEqual([400, "factor.expired"])
})

test("guessing codes stops after five per network and twenty a day, and a recovery code still signs the owner in", async () => {
  const { secret, recoveryCodes } = await addApp(app, root)
  const statuses: number[] = []
  for (let network = 1; network <= 6; network++) {
    const guesser = await enterPassword(app, { "x-forwarded-for": `10.0.0.${network}` })
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await enterCode(guesser, "000000")).statusCode)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(16)
  const owner = await enterPassword(app, { "x-forwarded-for": "10.0.1.1" })
  const at = advance(app, 60)
  expect((await enterCode(owner, codeAt(secret, at))).statusCode).toBe(429)
  expect((await enterCode(owner, recoveryCodes?.[0] ?? "")).statusCode).toBe(200)
})

test("after the last wrong code of a day the owner gets one email, in their language", async () => {
  const { secret } = await addApp(app, root)
  await app.database.sql`update users set language = 'fr'`
  const guess = async (networks: number, wrong: string) => {
    for (let network = 1; network <= networks; network++) {
      const guesser = await enterPassword(app, { "x-forwarded-for": `10.0.0.${network}` })
      await Promise.all(Array.from({ length: 5 }, () => enterCode(guesser, wrong)))
    }
  }
  const subjects = async () =>
    (await app.deliver()).map(({ subject }) => subject).filter((subject) => /limite/.test(subject))
  await guess(3, "000000")
  expect(await subjects()).toEqual([])
  const at = advance(app, 60)
  expect((await enterCode(await enterPassword(app), codeAt(secret, at))).statusCode).toBe(200)
  await guess(5, "000000")
  expect(await subjects()).toEqual(["Codes faux pour votre connexion\u00a0: la limite du jour est atteinte"])
})

test("strangers without the password use up none of the owner's attempts, and right codes use up none", async () => {
  const { secret } = await addApp(app, root)
  for (let attempt = 0; attempt < 30; attempt++) await enterCode(openBrowser(app), "000000")
  for (let time = 1; time <= 22; time++) {
    const at = advance(app, 30)
    expect([time, (await enterCode(await enterPassword(app), codeAt(secret, at))).statusCode]).toEqual([time, 200])
  }
})

test("a password reset keeps the second factor, and a page of another website cannot send a code", async () => {
  const { secret } = await addApp(app, root)
  await root.send("POST", "/api/admin/password/forgot", { usernameOrEmail: ROOT.username })
  const [email] = (await app.deliver()).filter(({ text }) => text.includes("#user="))
  const [, userId, token] = /#user=([\w-]+)&token=(\w+)/.exec(email?.text ?? "") ?? []
  const reset = { userId, token, newPassword: ROOT_PASSWORD }
  expect((await openBrowser(app).send("POST", "/api/admin/password/reset", reset)).statusCode).toBe(204)
  const pending = await enterPassword(app)
  expect(pending.response.json().secondFactor).toEqual({ app: true, passkey: false })
  const code = codeAt(secret, advance(app, 60))
  const foreign = await pending.send("POST", "/api/admin/login/code", { code }, { origin: "https://evil.example" })
  expect(codeOf(foreign)).toEqual([403, "origin.foreign"])
  expect((await enterCode(pending, code)).statusCode).toBe(200)
})

test("an account with a passkey and an app says so, and a member session still has no admin rights", async () => {
  await addApp(app, root)
  await addPasskey(root, "Phone")
  expect((await enterPassword(app)).response.json().secondFactor).toEqual({ app: true, passkey: true })
  const member = openBrowser(app)
  await member.send("POST", "/api/auth/login", { usernameOrEmail: ROOT.username, password: ROOT_PASSWORD })
  expect((await member.send("GET", "/api/admin/session")).statusCode).toBe(403)
})
