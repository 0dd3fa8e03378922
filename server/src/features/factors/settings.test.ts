import { afterEach, beforeEach, expect, test } from "vitest"
import { sweep } from "#sweep.ts"
import { type Browser, createTestApp, openBrowser, PASSWORD, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  addApp,
  addPasskey,
  advance,
  codeAt,
  enterCode,
  enterPassword,
  ROOT_PASSWORD,
  setUp,
} from "#testing-factors.ts"
import { resetFactorsAsOperator } from "./service/reset.ts"

let app: TestApp
let root: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  root = await setUp(app)
})
afterEach(() => app.close())

const codeOf = (response: { statusCode: number; json: () => { code: string } }) => [
  response.statusCode,
  response.json().code,
]
const factors = async (browser: Browser) => (await browser.send("GET", "/api/admin/factors")).json()
const entries = () =>
  app.database
    .sql`select action, subject_id, before, after from audit_log where action like 'factor.%' order by created_at, id`
const subjects = async () => (await app.deliver()).map(({ subject }) => subject)

test("an app is added by its code only, its QR code holds its address, and an email and the history tell", async () => {
  const { secret, qr } = (await root.send("POST", "/api/admin/factors/app")).json()
  expect([secret.length, qr.size > 30, qr.path]).toEqual([32, true, expect.stringMatching(/^(M\d+ \d+h\d+v1h-\d+z)+$/)])
  const put = (code: string) => root.send("PUT", "/api/admin/factors/app", { code })
  expect(codeOf(await put("000000"))).toEqual([401, "factor.refused"])
  expect((await factors(root)).app).toBe(null)
  const code = codeAt(secret, app.deps.now())
  expect((await put(code.replace(/(...)/, "$1 "))).json().recoveryCodes).toHaveLength(10)
  expect(codeOf(await put(code))).toEqual([400, "factor.expired"])
  const createdAt = app.deps.now().toISOString()
  expect(await factors(root)).toEqual({
    app: { createdAt, lastUsedAt: null },
    passkeys: [],
    recoveryCodesLeft: 10,
  })
  expect(await entries()).toEqual([
    { action: "factor.added", subject_id: root.id, before: null, after: { factor: "app" } },
  ])
  expect(await subjects()).toContain("A second step was added to your sign-in")
})

test("another app replaces the first one once it shows its code, and keeps the recovery codes", async () => {
  const first = await addApp(app, root)
  const at = advance(app, 60)
  await root.send("POST", "/api/admin/factors/app")
  expect((await enterCode(await enterPassword(app), codeAt(first.secret, at))).statusCode).toBe(200)
  const second = await addApp(app, root)
  expect(second.recoveryCodes).toBe(null)
  const later = advance(app, 60)
  expect((await enterCode(await enterPassword(app), codeAt(first.secret, later))).statusCode).toBe(401)
  expect((await enterCode(await enterPassword(app), codeAt(second.secret, later))).statusCode).toBe(200)
})

test("the first factor ends all other sessions, a further one ends none", async () => {
  const other = await signInAs(app, root.id, "admin")
  const isOpen = async () => (await other.send("GET", "/api/admin/session")).statusCode === 200
  expect(await isOpen()).toBe(true)
  await addApp(app, root)
  expect(await isOpen()).toBe(false)
  const third = await signInAs(app, root.id, "admin")
  await addPasskey(root, "Phone")
  expect((await third.send("GET", "/api/admin/session")).statusCode).toBe(200)
})

const ID = "0198c0de-0000-7000-8000-000000000000"
const ATTESTATION = {
  id: "x",
  rawId: "x",
  type: "public-key",
  response: { clientDataJSON: "x", attestationObject: "x" },
}
const CHANGES = [
  ["POST", "app", undefined],
  ["PUT", "app", { code: "123456" }],
  ["DELETE", "app", undefined],
  ["POST", "passkeys/options", undefined],
  ["POST", "passkeys", { name: "Phone", credential: ATTESTATION }],
  ["PATCH", `passkeys/${ID}`, { name: "Phone" }],
  ["DELETE", `passkeys/${ID}`, undefined],
  ["POST", "recovery-codes", undefined],
] as const

test("ten minutes after the sign-in every change needs the password again", async () => {
  await addApp(app, root)
  advance(app, 601)
  for (const [method, path, body] of CHANGES)
    expect([path, ...codeOf(await root.send(method, `/api/admin/factors/${path}`, body))]).toEqual([
      path,
      403,
      "session.stale",
    ])
  const colleague = await signInAsAdmin(app, "marie")
  advance(app, 601)
  const reset = await root.send("POST", `/api/admin/users/${colleague.id}/factors/reset`, { reason: "Lost" })
  expect(codeOf(reset)).toEqual([403, "session.stale"])
  const confirm = (currentPassword: string) => root.send("POST", "/api/admin/factors/confirm", { currentPassword })
  expect((await confirm("wrong")).json().fields).toEqual({ currentPassword: "This is not your current password" })
  expect((await confirm(ROOT_PASSWORD)).statusCode).toBe(204)
  expect((await root.send("DELETE", "/api/admin/factors/app")).statusCode).toBe(204)
})

test("the last factor takes the recovery codes with it, and the password alone signs in again", async () => {
  await addApp(app, root)
  await addPasskey(root, "Phone")
  const [{ id }] = (await factors(root)).passkeys
  expect((await root.send("DELETE", "/api/admin/factors/app")).statusCode).toBe(204)
  expect((await factors(root)).recoveryCodesLeft).toBe(10)
  expect((await root.send("DELETE", `/api/admin/factors/passkeys/${id}`)).statusCode).toBe(204)
  expect(await factors(root)).toMatchObject({ app: null, passkeys: [], recoveryCodesLeft: 0 })
  expect(codeOf(await root.send("DELETE", "/api/admin/factors/app"))).toEqual([404, "factor.unknown"])
  expect((await enterPassword(app)).response.json().secondFactor).toBeUndefined()
  const removed = (await entries()).filter(({ action }) => action === "factor.removed")
  expect(removed.map(({ before }) => before)).toEqual([{ factor: "app" }, { factor: "passkey", title: "Phone" }])
  expect(
    (await subjects()).filter((subject) => subject === "A second step was removed from your sign-in"),
  ).toHaveLength(2)
})

test("an administrator renames and removes own passkeys only", async () => {
  await addPasskey(root, "Phone")
  const [{ id }] = (await factors(root)).passkeys
  const marie = await signInAsAdmin(app, "marie")
  const path = `/api/admin/factors/passkeys/${id}`
  expect(codeOf(await marie.send("PATCH", path, { name: "Mine" }))).toEqual([404, "factor.unknown"])
  expect(codeOf(await marie.send("DELETE", path))).toEqual([404, "factor.unknown"])
  expect((await root.send("PATCH", path, { name: "Old phone" })).statusCode).toBe(204)
  expect((await factors(root)).passkeys).toMatchObject([{ name: "Old phone" }])
  expect((await entries()).at(-1)).toMatchObject({ before: { title: "Phone" }, after: { title: "Old phone" } })
})

test("new recovery codes replace the former ones, and need a factor", async () => {
  const renew = () => root.send("POST", "/api/admin/factors/recovery-codes")
  expect(codeOf(await renew())).toEqual([404, "factor.unknown"])
  const { recoveryCodes: former } = await addApp(app, root)
  const { recoveryCodes: fresh } = (await renew()).json()
  expect(fresh).toHaveLength(10)
  expect((await enterCode(await enterPassword(app), former?.[0] ?? "")).statusCode).toBe(401)
  expect((await enterCode(await enterPassword(app), fresh[0])).statusCode).toBe(200)
})

test("a colleague resets the factors with a reason: sessions end, an email and the history tell", async () => {
  await addApp(app, root)
  const marie = await signInAsAdmin(app, "marie")
  const reset = (by: Browser, id: string, reason = "The phone is lost.") =>
    by.send("POST", `/api/admin/users/${id}/factors/reset`, { reason })
  expect((await reset(marie, root.id, " ")).json().fields).toEqual({ reason: "Please write the reason" })
  expect(codeOf(await reset(root, root.id))).toEqual([403, "access.refused"])
  expect(codeOf(await reset(root, marie.id))).toEqual([404, "factor.unknown"])
  expect(codeOf(await reset(marie, ID))).toEqual([404, "user.unknown"])
  const record = async () => (await marie.send("GET", `/api/admin/users/${root.id}`)).json().hasSecondFactor
  expect(await record()).toBe(true)
  const pending = await enterPassword(app)
  expect((await reset(marie, root.id)).statusCode).toBe(204)
  expect([await record(), (await root.send("GET", "/api/admin/session")).statusCode]).toEqual([false, 401])
  expect(codeOf(await enterCode(pending, "123456"))).toEqual([400, "factor.expired"])
  expect((await entries()).at(-1)).toMatchObject({ subject_id: root.id, after: { reason: "The phone is lost." } })
  const [email] = (await app.deliver()).filter(({ subject }) => subject === "The second step of your sign-in was reset")
  expect(email?.text).toContain("marie Pierre reset the second step")
  expect(email?.text).toContain("The reason: The phone is lost.")
})

test("an operator resets the factors by user name or email, without an account of their own", async () => {
  const { db } = app.deps
  expect(await resetFactorsAsOperator(db, "root")).toBeUndefined()
  await addApp(app, root)
  expect(await resetFactorsAsOperator(db, "nobody")).toBeUndefined()
  expect(await resetFactorsAsOperator(db, "ROOT@example.org")).toMatchObject({ id: root.id })
  expect((await enterPassword(app)).response.json().secondFactor).toBeUndefined()
  const [email] = (await app.deliver()).filter(({ subject }) => subject === "The second step of your sign-in was reset")
  expect(email?.text).toContain("The people who run the server")
  const marie = await signInAsAdmin(app, "marie")
  expect((await marie.send("GET", "/api/admin/audit?action=factor.reset")).json()).toMatchObject([
    { actor: null, subjectId: root.id },
  ])
})

test("where a second factor is required, its absence shows for a week and then closes the admin area", async () => {
  const strict = await createTestApp({ database: app.database, admin: { requiresFactor: true } })
  const due = new Date(strict.deps.now().getTime() + 7 * 86_400_000)
  const { response } = await enterPassword(strict)
  expect(response.json().admin.missingFactor).toEqual({ dueAt: due.toISOString(), isOverdue: false })
  strict.setNow(new Date(due.getTime() - 1))
  const before = await enterPassword(strict)
  expect((await before.send("GET", "/api/admin/users")).statusCode).toBe(200)
  strict.setNow(due)
  for (const path of ["/api/admin/users", "/api/admin/audit", "/api/admin/overview"])
    expect([path, ...codeOf(await before.send("GET", path))]).toEqual([path, 403, "factor.missing"])
  expect((await before.send("GET", "/api/chat")).json()).toEqual([])
  const overdue = await enterPassword(strict)
  const { missingFactor } = (await overdue.send("GET", "/api/admin/session")).json()
  expect(missingFactor).toEqual({ dueAt: due.toISOString(), isOverdue: true })
  expect((await addApp(strict, overdue)).statusCode).toBe(200)
  expect((await overdue.send("GET", "/api/admin/users")).statusCode).toBe(200)
  expect((await overdue.send("GET", "/api/admin/session")).json()).not.toHaveProperty("missingFactor")
  await strict.close()
})

test("the week begins with the role, and again when the role returns", async () => {
  const strict = await createTestApp({ database: app.database, admin: { requiresFactor: true } })
  const marie = await signInAsAdmin(app, "marie")
  const setRole = (role: string) =>
    root.send("POST", "/api/admin/users/role", { userId: marie.id, role, approved: "true" })
  const since = async () =>
    (await app.database.sql<{ admin_since: Date | null }[]>`select admin_since from users where id = ${marie.id}`)[0]
      ?.admin_since
  await setRole("mentor")
  expect(await since()).toBe(null)
  const at = advance(app, 60)
  await setRole("admin")
  expect(await since()).toEqual(at)
  strict.setNow(at)
  const login = { username: "marie", password: PASSWORD }
  const response = await openBrowser(strict).send("POST", "/api/admin/login", login)
  const dueAt = new Date(at.getTime() + 7 * 86_400_000).toISOString()
  expect(response.json().admin.missingFactor).toEqual({ dueAt, isOverdue: false })
  await strict.close()
})

test("the cleanup deletes what expired, and leaves an open sign-in and setup", async () => {
  await addApp(app, root)
  await root.send("POST", "/api/admin/factors/app")
  await enterPassword(app)
  const left = async () => {
    await sweep(app.deps)
    const [row] = await app.database.sql`
      select (select count(*)::int from pending_sign_ins) as sign_ins, (select count(*)::int from factor_setups) as setups`
    return row
  }
  expect(await left()).toEqual({ sign_ins: 1, setups: 1 })
  advance(app, 600)
  expect(await left()).toEqual({ sign_ins: 0, setups: 0 })
})
