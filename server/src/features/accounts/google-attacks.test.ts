import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { openIdentity } from "#gateways/identity.ts"
import { type Browser, createTestApp, openBrowser, type TestApp } from "#testing.ts"
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

const identity = () =>
  openIdentity({
    issuer: issuer.url,
    clientId: "haitech",
    clientSecret: "a secret between the two",
    redirectUri: REDIRECT,
  })
const rows = () => app.database.db.select().from(users)
const open = () => app.database.db.select().from(sessions)
const me = (browser: Browser) => browser.send("GET", "/api/auth/user")

/** Goes to Google and agrees: the path with which the browser comes back to us. */
async function agree(browser: Browser): Promise<string> {
  const begun = await browser.send("GET", "/login/google")
  return agreeAt(begun.headers.location ?? "", SITE)
}

/** Each comes back in a way that must not open anything: AU-08 and its kin. */
const ATTACKS: Record<string, (browser: Browser) => Promise<string>> = {
  "without a state": async (browser) => (await agree(browser)).replace(/state=[^&]*&?/, ""),
  "with somebody else's state": async (browser) =>
    (await agree(browser)).replace(/state=[^&]*/, "state=of-somebody-else"),
  "with the answer of another browser": async (browser) => {
    await browser.send("GET", "/login/google")
    return agree(openBrowser(app))
  },
  "without having asked": async () => agree(openBrowser(app)),
  "with a code that was used": async (browser) => {
    const [begun, other] = [await browser.send("GET", "/login/google"), openBrowser(app)]
    const path = await agreeAt(begun.headers.location ?? "", SITE)
    await other.send("GET", "/about")
    const spent = openBrowser(app, { cookie: browser.cookie() })
    await spent.send("GET", path)
    await app.database.sql`delete from users`
    await app.database.sql`delete from sessions`
    return path
  },
  "with a code of one's own making": async (browser) => (await agree(browser)).replace(/code=[^&]*/, "code=made-up"),
  "with a refusal": async (browser) => {
    const begun = new URL((await browser.send("GET", "/login/google")).headers.location ?? "")
    return `/login/google/callback?error=access_denied&state=${begun.searchParams.get("state")}`
  },
  "after ten minutes": async (browser) => {
    const path = await agree(browser)
    app.setNow(new Date(app.deps.now().getTime() + 601_000))
    return path
  },
  "with another nonce": (browser) => bending(browser, (said) => ({ ...said, nonce: "another" })),
  "with a token for another site": (browser) => bending(browser, (said) => ({ ...said, aud: "another" })),
  "with a token of another issuer": (browser) => bending(browser, (said) => ({ ...said, iss: "https://evil.test" })),
  "with a token that ran out": (browser) => bending(browser, (said) => ({ ...said, exp: 1 })),
  "with a token that somebody else signed": (browser) => bending(browser, (said) => said, true),
  "with an issuer that is named wrongly": async (browser) =>
    (await agree(browser)).replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.test"),
}

function bending(browser: Browser, claims: Parameters<Issuer["bend"]>[0], forge = false): Promise<string> {
  issuer.bend(claims, forge)
  return agree(browser)
}

test.each(Object.keys(ATTACKS))("who comes back %s is nobody, and nothing changes", async (attack) => {
  const browser = openBrowser(app)
  const answer = await browser.send("GET", (await ATTACKS[attack]?.(browser)) ?? "")
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/login#google-failed"])
  expect([await rows(), await open(), (await me(browser)).statusCode]).toEqual([[], [], 401])
})

test("the same answer opens nothing twice", async () => {
  const browser = openBrowser(app)
  const path = await agree(browser)
  await browser.send("GET", path)
  expect((await browser.send("GET", path)).headers.location).toBe("/login#google-failed")
  expect(await open()).toHaveLength(1)
})

/** Somebody who came by Google and gave Marie's address as theirs before she came. */
async function openStranger(): Promise<Browser> {
  issuer.become({ ...MARIE, sub: "666", email: "stranger@example.org" })
  const stranger = openBrowser(app)
  await stranger.send("GET", await agree(stranger))
  expect((await stranger.send("PATCH", "/api/user/profile", { email: MARIE.email })).statusCode).toBe(200)
  return stranger
}

/** The account that the stranger comes to by Google now. */
async function strangersAccount(): Promise<string> {
  issuer.become({ ...MARIE, sub: "666", email: "stranger@example.org" })
  const again = openBrowser(app)
  await again.send("GET", await agree(again))
  return (await me(again)).json().email
}

test("a stranger's Google account that waits at somebody's address is put out when its owner comes by Google", async () => {
  const stranger = await openStranger()
  const { id } = (await me(stranger)).json()
  issuer.become(MARIE)
  const marie = openBrowser(app)
  await marie.send("GET", await agree(marie))
  expect([(await me(marie)).json().id, (await me(stranger)).statusCode]).toEqual([id, 401])
  expect(await strangersAccount()).toBe("stranger@example.org")
})

test("a stranger's Google account that waits at somebody's address is put out when its owner sets a password", async () => {
  const stranger = await openStranger()
  const { id } = (await me(stranger)).json()
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: MARIE.email })
  const [, token] = /token=(\w+)/.exec((await app.deliver()).at(-1)?.text ?? "") ?? []
  const reset = { userId: id, token, newPassword: "Anba-pye-mango-7!" }
  expect((await openBrowser(app).send("POST", "/api/auth/password/reset", reset)).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ id, googleId: null, loginProvider: "haitech" }])
  expect([(await me(stranger)).statusCode, await strangersAccount()]).toEqual([401, "stranger@example.org"])
})

test("what the browser kept cannot be changed by it", async () => {
  const browser = openBrowser(app)
  const path = await agree(browser)
  const [, said = "", mark] = /visit=([^.]+)\.(\w+)/.exec(browser.cookie()) ?? []
  const kept = JSON.parse(Buffer.from(said, "base64url").toString())
  const bent = Buffer.from(JSON.stringify({ ...kept, next: "/member-dashboard/x" })).toString("base64url")
  const answer = await openBrowser(app, { cookie: `visit=${bent}.${mark}` }).send("GET", path)
  expect(answer.headers.location).toBe("/login#google-failed")
})
