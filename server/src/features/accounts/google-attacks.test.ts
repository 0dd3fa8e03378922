import { expect, test } from "vitest"
import { type Browser, openBrowser, type TestApp } from "#testing.ts"
import { consent, MARIE, SITE, setUpGoogle } from "#testing-google.ts"
import { followSignIn, type Issuer } from "#testing-issuer.ts"
import { sessions, users } from "./table.ts"

let issuer: Issuer
let app: TestApp
setUpGoogle((...opened) => void ([issuer, app] = opened))

const rows = () => app.database.db.select().from(users).orderBy(users.id)
const sessionRows = () => app.database.db.select().from(sessions)
const readUser = (browser: Browser) => browser.send("GET", "/api/auth/user")

/** Callbacks that must not sign anybody in (security AU-08 and related attacks). */
const ATTACKS: Record<string, (browser: Browser) => Promise<string>> = {
  "without a state": async (browser) => (await consent(browser)).replace(/state=[^&]*&?/, ""),
  "with another state": async (browser) => (await consent(browser)).replace(/state=[^&]*/, "state=of-somebody-else"),
  "of another browser": async (browser) => {
    await browser.send("GET", "/login/google")
    return consent(openBrowser(app))
  },
  "without a started sign-in": async () => consent(openBrowser(app)),
  "with a used code": async (browser) => {
    const [start, other] = [await browser.send("GET", "/login/google"), openBrowser(app)]
    const path = await followSignIn(start.headers.location ?? "", SITE)
    await other.send("GET", "/about")
    const first = openBrowser(app, { cookie: browser.cookie() })
    await first.send("GET", path)
    await app.database.sql`delete from users`
    await app.database.sql`delete from sessions`
    return path
  },
  "with a made-up code": async (browser) => (await consent(browser)).replace(/code=[^&]*/, "code=made-up"),
  "with an error": async (browser) => {
    const authorization = new URL((await browser.send("GET", "/login/google")).headers.location ?? "")
    return `/login/google/callback?error=access_denied&state=${authorization.searchParams.get("state")}`
  },
  "after ten minutes": async (browser) => {
    const path = await consent(browser)
    app.setNow(new Date(app.deps.now().getTime() + 601_000))
    return path
  },
  "with another nonce": (browser) => forgeToken(browser, (claims) => ({ ...claims, nonce: "another" })),
  "with a token for another audience": (browser) => forgeToken(browser, (claims) => ({ ...claims, aud: "another" })),
  "with a token of another issuer": (browser) =>
    forgeToken(browser, (claims) => ({ ...claims, iss: "https://evil.test" })),
  "with an expired token": (browser) => forgeToken(browser, (claims) => ({ ...claims, exp: 1 })),
  "with a token signed by another key": (browser) => forgeToken(browser, (claims) => claims, true),
  "with another issuer in the query": async (browser) =>
    (await consent(browser)).replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.test"),
}

function forgeToken(browser: Browser, claims: Parameters<Issuer["alterClaims"]>[0], forge = false): Promise<string> {
  issuer.alterClaims(claims, forge)
  return consent(browser)
}

test.each(Object.keys(ATTACKS))("a callback %s signs nobody in and stores nothing", async (attack) => {
  const browser = openBrowser(app)
  const response = await browser.send("GET", (await ATTACKS[attack]?.(browser)) ?? "")
  expect([response.statusCode, response.headers.location]).toEqual([303, "/login#google-failed"])
  expect([await rows(), await sessionRows(), (await readUser(browser)).statusCode]).toEqual([[], [], 401])
})

test("the same callback signs in only once", async () => {
  const browser = openBrowser(app)
  const path = await consent(browser)
  await browser.send("GET", path)
  expect((await browser.send("GET", path)).headers.location).toBe("/login#google-failed")
  expect(await sessionRows()).toHaveLength(1)
})

/** A stranger who signs up with Google and sets Marie's email address before she signs up. */
async function registerStranger(): Promise<Browser> {
  issuer.setAccount({ ...MARIE, sub: "666", email: "stranger@example.org" })
  const stranger = openBrowser(app)
  await stranger.send("GET", await consent(stranger))
  expect((await stranger.send("PATCH", "/api/user/profile", { email: MARIE.email })).statusCode).toBe(200)
  return stranger
}

/** The email address of the account that the stranger's Google account signs in to now. */
async function emailOfStranger(): Promise<string> {
  issuer.setAccount({ ...MARIE, sub: "666", email: "stranger@example.org" })
  const browser = openBrowser(app)
  await browser.send("GET", await consent(browser))
  return (await readUser(browser)).json().email
}

test("a Google sign-in by the owner of an address unlinks a stranger's Google account", async () => {
  const stranger = await registerStranger()
  const { id } = (await readUser(stranger)).json()
  issuer.setAccount(MARIE)
  const marie = openBrowser(app)
  await marie.send("GET", await consent(marie))
  expect([(await readUser(marie)).json().id, (await readUser(stranger)).statusCode]).toEqual([id, 401])
  expect(await emailOfStranger()).toBe("stranger@example.org")
})

test("a password reset by the owner of an address unlinks a stranger's Google account", async () => {
  const stranger = await registerStranger()
  const { id } = (await readUser(stranger)).json()
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: MARIE.email })
  const [, token] = /token=(\w+)/.exec((await app.deliver()).at(-1)?.text ?? "") ?? []
  const reset = { userId: id, token, newPassword: "Anba-pye-mango-7!" }
  expect((await openBrowser(app).send("POST", "/api/auth/password/reset", reset)).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ id, googleId: null, loginProvider: "haitech" }])
  expect([(await readUser(stranger)).statusCode, await emailOfStranger()]).toEqual([401, "stranger@example.org"])
})

test("a changed flow cookie is refused", async () => {
  const browser = openBrowser(app)
  const path = await consent(browser)
  const [, payload = "", signature] = /visit=([^.]+)\.(\w+)/.exec(browser.cookie()) ?? []
  const flow = JSON.parse(Buffer.from(payload, "base64url").toString())
  const changed = Buffer.from(JSON.stringify({ ...flow, next: "/member-dashboard/x" })).toString("base64url")
  const response = await openBrowser(app, { cookie: `visit=${changed}.${signature}` }).send("GET", path)
  expect(response.headers.location).toBe("/login#google-failed")
})
