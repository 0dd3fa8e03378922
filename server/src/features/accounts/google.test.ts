import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"
import { consent, identityOf, MARIE, REDIRECT, SITE, setUpGoogle } from "#testing-google.ts"
import { type Issuer } from "#testing-issuer.ts"
import { sessions, users } from "./table.ts"

let issuer: Issuer
let app: TestApp
setUpGoogle((...opened) => void ([issuer, app] = opened))

const rows = () => app.database.db.select().from(users).orderBy(users.id)
const sessionRows = () => app.database.db.select().from(sessions)
const readUser = (browser: Browser) => browser.send("GET", "/api/auth/user")

async function signIn(browser = openBrowser(app), path?: string) {
  const response = await browser.send("GET", await consent(browser, path))
  return { browser, response, to: response.headers.location }
}

test("a new user gets an account without a password and is redirected to the dashboard in the page's language", async () => {
  const browser = openBrowser(app, { host: "localhost:3000", referer: `${SITE}/fr/login` })
  const start = await browser.send("GET", "/login/google")
  const parameters = new URL(start.headers.location ?? "").searchParams
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: "code",
    scope: "openid email profile",
    code_challenge_method: "S256",
    redirect_uri: REDIRECT,
    state: expect.stringMatching(/.{40,}/),
    nonce: expect.stringMatching(/.{40,}/),
  })
  expect(start.headers).toMatchObject({ "cache-control": "private, no-store", "referrer-policy": "no-referrer" })
  expect(start.cookies).toMatchObject([{ name: "visit", httpOnly: true, sameSite: "Lax", path: "/", maxAge: 600 }])
  const { response, to } = await signIn(browser)
  expect([response.statusCode, to]).toEqual([303, "/fr/member-dashboard"])
  expect(response.headers).toMatchObject({ "cache-control": "private, no-store", "referrer-policy": "no-referrer" })
  expect(await rows()).toMatchObject([
    {
      email: MARIE.email,
      emailVerifiedAt: expect.any(Date),
      firstName: "Marie-Ange",
      lastName: "Désir",
      username: null,
      passwordHash: null,
      loginProvider: "google",
      googleId: `${issuer.url} 117`,
      role: "student",
      isAdmin: false,
      language: "fr",
    },
  ])
  expect((await readUser(browser)).json()).toMatchObject({
    email: MARIE.email,
    firstName: "Marie-Ange",
    username: null,
  })
  expect(browser.cookie()).not.toContain("visit=")
  expect((await app.deliver()).map((email) => email.to)).toEqual([MARIE.email])
})

test("a returning user is found by issuer and subject, even if the email address changed", async () => {
  await signIn()
  issuer.setAccount({ ...MARIE, email: "other@example.org", email_verified: false })
  const { browser } = await signIn()
  expect([(await rows()).length, (await readUser(browser)).json().email]).toEqual([1, MARIE.email])
  issuer.setAccount({ ...MARIE, sub: "118", email: "zoe@example.org" })
  await signIn()
  expect(await rows()).toHaveLength(2)
})

test("an account with a verified address is linked and keeps its password, and its other sessions end", async () => {
  const marie = await register(app, "marie")
  await app.database.db.update(users).set({ emailVerifiedAt: new Date() })
  const { browser } = await signIn()
  expect([(await readUser(browser)).json().id, (await readUser(marie)).statusCode]).toEqual([marie.id, 401])
  const login = { usernameOrEmail: "marie", password: PASSWORD }
  expect((await openBrowser(app).send("POST", "/api/auth/login", login)).statusCode).toBe(200)
})

test("an account with an unverified address loses password and sessions when the address's owner signs in with Google", async () => {
  const stranger = await register(app, "marie")
  const { browser } = await signIn()
  expect([(await readUser(browser)).json().id, (await readUser(stranger)).statusCode]).toEqual([stranger.id, 401])
  const login = { usernameOrEmail: "marie", password: PASSWORD }
  expect((await openBrowser(app).send("POST", "/api/auth/login", login)).statusCode).toBe(401)
})

test("a long name is cut between code points, and a blank name is stored as null", async () => {
  issuer.setAccount({ ...MARIE, given_name: "é😀".repeat(40), family_name: " " })
  await signIn()
  expect(await rows()).toMatchObject([{ firstName: "é😀".repeat(25), lastName: null }])
})

test("concurrent callbacks in two processes create one account", async () => {
  const otherApp = await createTestApp({ database: app.database, identity: identityOf(issuer) })
  const tabs = [openBrowser(app), openBrowser(otherApp), openBrowser(app), openBrowser(otherApp)]
  const paths = await Promise.all(tabs.map((tab) => consent(tab)))
  const responses = await Promise.all(tabs.map((tab, index) => tab.send("GET", paths[index] ?? "")))
  await otherApp.close()
  expect(responses.map(({ headers }) => headers.location)).toEqual(Array(4).fill("/member-dashboard"))
  expect([(await rows()).length, (await sessionRows()).length]).toEqual([1, 4])
})

test.each([
  ["/member-dashboard/profile", "/member-dashboard/profile"],
  ["/ht/member-dashboard", "/ht/member-dashboard"],
  ["//evil.test", "/member-dashboard"],
  ["/\\evil.test", "/member-dashboard"],
  ["https://evil.test/member-dashboard", "/member-dashboard"],
  ["/member-dashboard/../admin", "/member-dashboard"],
  ["/member-dashboard\n//evil.test", "/member-dashboard"],
  ["/api/auth/logout", "/member-dashboard"],
  ["javascript:alert(1)", "/member-dashboard"],
])("next=%s redirects to %s", async (next, to) => {
  expect((await signIn(openBrowser(app), `/login/google?next=${encodeURIComponent(next)}`)).to).toBe(to)
})

test("a sign-in with an address that Google has not verified is refused", async () => {
  const stranger = await register(app, "marie")
  issuer.setAccount({ ...MARIE, email_verified: false })
  expect((await signIn(openBrowser(app, { "accept-language": "es" }))).to).toBe("/es/login#google-unverified")
  issuer.setAccount({ sub: "117", email_verified: true })
  expect((await signIn()).to).toBe("/login#google-unverified")
  expect([(await rows()).length, (await readUser(stranger)).statusCode]).toEqual([1, 200])
})

test("a sign-in to a closed account, or to one linked to another Google account, is refused", async () => {
  await signIn()
  issuer.setAccount({ ...MARIE, sub: "999" })
  expect((await signIn()).to).toBe("/login#google-failed")
  issuer.setAccount(MARIE)
  await app.database.db.update(users).set({ approved: false }).where(eq(users.email, "marie@example.org"))
  expect([(await signIn()).to, (await sessionRows()).length]).toEqual(["/login#google-failed", 1])
  await app.database.db.update(users).set({ googleId: null })
  expect((await signIn()).to).toBe("/login#google-failed")
})

test.each([
  ["Mozilla/5.0 (iPhone) AppleWebKit/605 [FBAN/FBIOS;FBAV/480]", "Facebook"],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile Instagram 300.0", "Instagram"],
  ["WhatsApp/2.24 A", "WhatsApp"],
  ["Mozilla/5.0 (Linux; Android 13) Chrome/110 musical_ly_2023 BytedanceWebview/d8a21c6", "TikTok"],
])("the in-app browser %s gets a notice to use another browser (%s)", async (userAgent) => {
  const inApp = openBrowser(app, { "user-agent": userAgent, host: "localhost:3000", referer: `${SITE}/ht/login` })
  const response = await inApp.send("GET", "/login/google")
  expect([response.statusCode, response.headers.location, response.cookies]).toEqual([
    303,
    "/ht/login#google-in-app",
    [],
  ])
})

test("the sign-in page shows a notice when Google is not configured or does not respond", async () => {
  const off = await createTestApp({ database: app.database })
  for (const path of ["/login/google", "/login/google/callback?code=x"])
    expect((await openBrowser(off).send("GET", path)).headers.location).toMatch(/^\/login#google-(off|failed)$/)
  await off.close()
  const unreachable = await createTestApp({
    database: app.database,
    identity: identityOf(issuer, { issuer: "http://127.0.0.1:1" }),
  })
  expect((await openBrowser(unreachable).send("GET", "/login/google")).headers.location).toBe("/login#google-failed")
  await unreachable.close()
})

test("a prefetch starts no sign-in", async () => {
  const prefetching = openBrowser(app, { "sec-purpose": "prefetch;prerender" })
  const response = await prefetching.send("GET", "/login/google")
  expect([response.statusCode, response.headers.location, response.cookies]).toEqual([204, undefined, []])
})

test("too many requests from one IP address are redirected to the sign-in page", async () => {
  const limited = await createTestApp({ database: app.database, identity: identityOf(issuer), rateLimits: true })
  const browser = openBrowser(limited)
  for (let count = 0; count < 100; count++) await browser.send("GET", "/login/google/callback")
  expect((await browser.send("GET", "/login/google")).headers.location).toBe("/login#google-failed")
  await limited.close()
})
