import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { openIdentity } from "#gateways/identity.ts"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"
import { type Account, agreeAt, type Issuer, openIssuer } from "#testing-issuer.ts"
import { sessions, users } from "./table.ts"

const SITE = "http://localhost:3000"
const REDIRECT = `${SITE}/login/google/callback`
const MARIE: Account = {
  sub: "117",
  email: "marie@example.org",
  email_verified: true,
  given_name: "Marie-Ange",
  family_name: "Désir",
}

let issuer: Issuer
let app: TestApp
beforeAll(async () => {
  issuer = await openIssuer([REDIRECT], MARIE)
})
afterAll(() => issuer.close())
beforeEach(async () => {
  issuer.become(MARIE)
  issuer.bend(undefined)
  app = await createTestApp({ identity: identity() })
})
afterEach(() => app.close())

const identity = (more = {}) =>
  openIdentity({
    issuer: issuer.url,
    clientId: "haitech",
    clientSecret: "a secret between the two",
    redirectUri: REDIRECT,
    ...more,
  })
const rows = () => app.database.db.select().from(users)
const open = () => app.database.db.select().from(sessions)
const me = (browser: Browser) => browser.send("GET", "/api/auth/user")

/** Goes to Google and agrees: the path with which the browser comes back to us. */
async function agree(browser: Browser, start = "/login/google"): Promise<string> {
  const begun = await browser.send("GET", start)
  return agreeAt(begun.headers.location ?? "", SITE)
}

async function signIn(browser = openBrowser(app), start?: string) {
  const answer = await browser.send("GET", await agree(browser, start))
  return { browser, answer, to: answer.headers.location }
}

test("somebody new has an account without a password, and arrives at the dashboard in the page's language", async () => {
  const browser = openBrowser(app, { host: "localhost:3000", referer: `${SITE}/fr/login` })
  const begun = await browser.send("GET", "/login/google")
  const asked = new URL(begun.headers.location ?? "").searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    scope: "openid email profile",
    code_challenge_method: "S256",
    redirect_uri: REDIRECT,
    state: expect.stringMatching(/.{40,}/),
    nonce: expect.stringMatching(/.{40,}/),
  })
  expect(begun.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
  expect(begun.cookies).toMatchObject([{ name: "visit", httpOnly: true, sameSite: "Lax", path: "/", maxAge: 600 }])
  const { answer, to } = await signIn(browser)
  expect([answer.statusCode, to]).toEqual([303, "/fr/member-dashboard"])
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
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
  expect((await me(browser)).json()).toMatchObject({ email: MARIE.email, firstName: "Marie-Ange", username: null })
  expect(browser.cookie()).not.toContain("visit=")
  expect((await app.deliver()).map(({ to: reader }) => reader)).toEqual([MARIE.email])
})

test("who is known comes back by issuer and subject, whatever the address is now", async () => {
  await signIn()
  issuer.become({ ...MARIE, email: "other@example.org", email_verified: false })
  const { browser } = await signIn()
  expect([(await rows()).length, (await me(browser)).json().email]).toEqual([1, MARIE.email])
  issuer.become({ ...MARIE, sub: "118", email: "zoe@example.org" })
  await signIn()
  expect(await rows()).toHaveLength(2)
})

test("an account with a verified address is joined and keeps its password, and its other sessions end", async () => {
  const marie = await register(app, "marie")
  await app.database.db.update(users).set({ emailVerifiedAt: new Date() })
  const { browser } = await signIn()
  expect([(await me(browser)).json().id, (await me(marie)).statusCode]).toEqual([marie.id, 401])
  const login = { usernameOrEmail: "marie", password: PASSWORD }
  expect((await openBrowser(app).send("POST", "/api/auth/login", login)).statusCode).toBe(200)
})

test("whoever registered somebody else's address beforehand loses password and sessions when its owner comes", async () => {
  const stranger = await register(app, "marie")
  const { browser } = await signIn()
  expect([(await me(browser)).json().id, (await me(stranger)).statusCode]).toEqual([stranger.id, 401])
  const login = { usernameOrEmail: "marie", password: PASSWORD }
  expect((await openBrowser(app).send("POST", "/api/auth/login", login)).statusCode).toBe(401)
})

test("a long name is cut where a sign ends, and a missing one is none", async () => {
  issuer.become({ ...MARIE, given_name: "é😀".repeat(40), family_name: " " })
  await signIn()
  expect(await rows()).toMatchObject([{ firstName: "é😀".repeat(25), lastName: null }])
})

test("two tabs that come back at once, in two processes, make one account", async () => {
  const twin = await createTestApp({ database: app.database, identity: identity() })
  const tabs = [openBrowser(app), openBrowser(twin), openBrowser(app), openBrowser(twin)]
  const paths = await Promise.all(tabs.map((tab) => agree(tab)))
  const answers = await Promise.all(tabs.map((tab, at) => tab.send("GET", paths[at] ?? "")))
  await twin.close()
  expect(answers.map(({ headers }) => headers.location)).toEqual(Array(4).fill("/member-dashboard"))
  expect([(await rows()).length, (await open()).length]).toEqual([1, 4])
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
])("next=%s leads to %s", async (next, to) => {
  expect((await signIn(openBrowser(app), `/login/google?next=${encodeURIComponent(next)}`)).to).toBe(to)
})

test("an address that Google has not verified is nobody's", async () => {
  const stranger = await register(app, "marie")
  issuer.become({ ...MARIE, email_verified: false })
  expect((await signIn(openBrowser(app, { "accept-language": "es" }))).to).toBe("/es/login#google-unverified")
  issuer.become({ sub: "117", email_verified: true })
  expect((await signIn()).to).toBe("/login#google-unverified")
  expect([(await rows()).length, (await me(stranger)).statusCode]).toEqual([1, 200])
})

test("an account that is closed, or another Google account's, is not opened", async () => {
  await signIn()
  issuer.become({ ...MARIE, sub: "999" })
  expect((await signIn()).to).toBe("/login#google-failed")
  issuer.become(MARIE)
  await app.database.db.update(users).set({ approved: false }).where(eq(users.email, "marie@example.org"))
  expect([(await signIn()).to, (await open()).length]).toEqual(["/login#google-failed", 1])
  await app.database.db.update(users).set({ googleId: null })
  expect((await signIn()).to).toBe("/login#google-failed")
})

test.each([
  ["Mozilla/5.0 (iPhone) AppleWebKit/605 [FBAN/FBIOS;FBAV/480]", "Facebook"],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile Instagram 300.0", "Instagram"],
  ["WhatsApp/2.24 A", "WhatsApp"],
  ["Mozilla/5.0 (Linux; Android 13) Chrome/110 musical_ly_2023 BytedanceWebview/d8a21c6", "TikTok"],
])("%s is told to open the page elsewhere (%s)", async (userAgent) => {
  const inApp = openBrowser(app, { "user-agent": userAgent, host: "localhost:3000", referer: `${SITE}/ht/login` })
  const answer = await inApp.send("GET", "/login/google")
  expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([303, "/ht/login#google-in-app", []])
})

test("where Google is not set up, or does not answer, the sign-in page says so", async () => {
  const off = await createTestApp({ database: app.database })
  for (const path of ["/login/google", "/login/google/callback?code=x"])
    expect((await openBrowser(off).send("GET", path)).headers.location).toMatch(/^\/login#google-(off|failed)$/)
  await off.close()
  const away = await createTestApp({ database: app.database, identity: identity({ issuer: "http://127.0.0.1:1" }) })
  expect((await openBrowser(away).send("GET", "/login/google")).headers.location).toBe("/login#google-failed")
  await away.close()
})

test("a browser that fetches ahead begins nothing", async () => {
  const ahead = openBrowser(app, { "sec-purpose": "prefetch;prerender" })
  const answer = await ahead.send("GET", "/login/google")
  expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([204, undefined, []])
})

test("a flood from one address is sent back, and Google is not asked", async () => {
  const limited = await createTestApp({ database: app.database, identity: identity(), rateLimits: true })
  const browser = openBrowser(limited)
  for (let time = 0; time < 100; time++) await browser.send("GET", "/login/google/callback")
  expect((await browser.send("GET", "/login/google")).headers.location).toBe("/login#google-failed")
  await limited.close()
})
