import type { RequestOptions } from "@haitech/contract/admin/factors"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { openAuthenticator } from "#testing-authenticator.ts"
import { addPasskey, enterPasskey, enterPassword, setUp } from "#testing-factors.ts"

let app: TestApp
let root: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  root = await setUp(app)
})
afterEach(() => app.close())

const OPTIONS = "/api/admin/factors/passkeys/options"
const codeOf = (response: { statusCode: number; json: () => { code: string } }) => [
  response.statusCode,
  response.json().code,
]
const isSignedIn = async (browser: Browser) => (await browser.send("GET", "/api/admin/session")).statusCode === 200

test("a passkey signs in after the password, and the list says when", async () => {
  const { authenticator, response } = await addPasskey(root, " My phone ")
  expect([response.statusCode, response.json().recoveryCodes.length]).toEqual([201, 10])
  const pending = await enterPassword(app)
  expect(pending.response.json().secondFactor).toEqual({ app: false, passkey: true })
  const signedIn = await enterPasskey(pending, (options) => {
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" })
    expect(options.allowCredentials).toEqual([{ id: authenticator.id, type: "public-key", transports: ["internal"] }])
    return authenticator.get(options)
  })
  expect([signedIn.statusCode, await isSignedIn(pending)]).toEqual([200, true])
  const { passkeys } = (await pending.send("GET", "/api/admin/factors")).json()
  expect(passkeys).toMatchObject([{ name: "My phone", lastUsedAt: app.deps.now().toISOString() }])
})

test.each([
  ["another website", { origin: "https://haitech.example" }],
  ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ["a person whom the device did not verify", { isVerified: false }],
  ["a counter that went back", { counter: 0 }],
])("an assertion of %s is refused", async (_name, forgery) => {
  const { authenticator } = await addPasskey(root, "Phone")
  const first = await enterPassword(app)
  expect((await enterPasskey(first, (options) => authenticator.get(options, { counter: 5 }))).statusCode).toBe(200)
  const pending = await enterPassword(app)
  const response = await enterPasskey(pending, (options) => authenticator.get(options, forgery))
  expect(codeOf(response)).toEqual([401, "factor.refused"])
  expect(await isSignedIn(pending)).toBe(false)
})

test("an assertion for another site, of another passkey, or without a sign-in is refused", async () => {
  const { authenticator } = await addPasskey(root, "Phone")
  const otherSite = (options: RequestOptions) => authenticator.get({ ...options, rpId: "haitech.example" })
  expect(codeOf(await enterPasskey(await enterPassword(app), otherSite))).toEqual([401, "factor.refused"])
  const stranger = openAuthenticator()
  const posing = (options: RequestOptions) => ({
    ...stranger.get(options),
    id: authenticator.id,
    rawId: authenticator.id,
  })
  expect(codeOf(await enterPasskey(await enterPassword(app), posing))).toEqual([401, "factor.refused"])
  expect(codeOf(await enterPasskey(await enterPassword(app), (o) => stranger.get(o)))).toEqual([401, "factor.refused"])
  const expired = await enterPassword(app)
  await app.database.sql`delete from pending_sign_ins`
  expect(codeOf(await expired.send("POST", "/api/admin/login/passkey/options"))).toEqual([400, "factor.expired"])
})

test("a colleague's passkey does not open the account", async () => {
  await addPasskey(root, "Phone")
  const colleague = await signInAsAdmin(app, "marie")
  const { authenticator } = await addPasskey(colleague, "Key")
  const response = await enterPasskey(await enterPassword(app), (options) => authenticator.get(options))
  expect(codeOf(response)).toEqual([401, "factor.refused"])
})

test("a challenge works once: of ten requests with one assertion at two servers one succeeds", async () => {
  const { authenticator } = await addPasskey(root, "Phone")
  const other = await createTestApp({ database: app.database })
  const pending = await enterPassword(app)
  const options = (await pending.send("POST", "/api/admin/login/passkey/options")).json<RequestOptions>()
  const payload = { credential: authenticator.get(options) }
  const headers = { cookie: pending.cookie(), origin: "http://localhost:3000" }
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? app : other).send({ method: "POST", url: "/api/admin/login/passkey", headers, payload }),
    ),
  )
  await other.close()
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test("a challenge is used up by a wrong assertion, too", async () => {
  const { authenticator } = await addPasskey(root, "Phone")
  const pending = await enterPassword(app)
  const options = (await pending.send("POST", "/api/admin/login/passkey/options")).json<RequestOptions>()
  const enter = (credential: object) => pending.send("POST", "/api/admin/login/passkey", { credential })
  expect((await enter(authenticator.get(options, { isVerified: false }))).statusCode).toBe(401)
  expect((await enter(authenticator.get(options))).statusCode).toBe(401)
})

test.each([
  ["another website", { origin: "https://haitech.example" }, 401],
  ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }, 400],
  ["a person whom the device did not verify", { isVerified: false }, 401],
])("a new passkey of %s is refused", async (_name, forgery, status) => {
  const options = (await root.send("POST", OPTIONS)).json()
  const credential = openAuthenticator().create(options, forgery)
  const response = await root.send("POST", "/api/admin/factors/passkeys", { name: "Phone", credential })
  expect(response.statusCode).toBe(status)
  expect((await root.send("GET", "/api/admin/factors")).json().passkeys).toEqual([])
})

test("a passkey belongs to one account, and its challenge expires after ten minutes", async () => {
  const { authenticator } = await addPasskey(root, "Phone")
  const colleague = await signInAsAdmin(app, "marie")
  expect(codeOf((await addPasskey(colleague, "Phone", authenticator)).response)).toEqual([409, "factor.taken"])
  const options = (await colleague.send("POST", OPTIONS)).json()
  await app.database.sql`update factor_setups set expires_at = ${app.deps.now()}`
  const late = { name: "Key", credential: openAuthenticator().create(options) }
  expect(codeOf(await colleague.send("POST", "/api/admin/factors/passkeys", late))).toEqual([400, "factor.expired"])
})

test("the list excludes passkeys that the account has from a new one, and a passkey needs a name", async () => {
  const { authenticator } = await addPasskey(root, "Phone")
  const options = (await root.send("POST", OPTIONS)).json()
  expect(options.excludeCredentials).toEqual([{ id: authenticator.id, type: "public-key", transports: ["internal"] }])
  for (const name of ["", "x".repeat(51)]) {
    const { response } = await addPasskey(root, name)
    expect([name, response.statusCode, Object.keys(response.json().fields)]).toEqual([name, 400, ["name"]])
  }
})
