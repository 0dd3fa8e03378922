import type { Challenge } from "@haitech/contract/proof-of-work"
import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"

const STRONG = "Anba-pye-mango-7!"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
let comparisons = 0
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true, trustProxy: 1 })
  ada = await register(app, "ada", { "x-forwarded-for": "192.0.2.1" })
  comparisons = 0
  countComparisons(app)
})
afterEach(() => app.close())

/** Counts password comparisons and makes them cheap. */
function countComparisons({ deps: { passwords } }: TestApp): void {
  passwords.matches = async (_storedHash, password) => {
    comparisons++
    return password === PASSWORD
  }
}

/** A new device on the network with this number. */
const strangerAt = (network: number, testApp = app) =>
  openBrowser(testApp, { "x-forwarded-for": `198.51.${Math.floor(network / 250)}.${network % 250}` })
const signIn = (browser: Browser, password: string, { name = "ada", proof }: { name?: string; proof?: string } = {}) =>
  browser.send("POST", "/api/auth/login", { usernameOrEmail: name, password }, proof ? { "proof-of-work": proof } : {})

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey } as Parameters<typeof solveChallenge>[0])
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64")
}

/** Uses up the attempts without a proof of work. @returns the challenge for the next attempt */
async function exhaust(name = "ada"): Promise<Challenge> {
  for (let attempt = 0; attempt < 10; attempt++) await signIn(strangerAt(100 + attempt), "wrong!", { name })
  return (await signIn(strangerAt(200), "wrong!", { name })).json().challenge
}

test("of 500 wrong passwords from 50 networks ten are compared, and the owner signs in from a known and a new device", async () => {
  const otherApp = await createTestApp({ database: app.database, rateLimits: true, trustProxy: 1 })
  countComparisons(otherApp)
  const responses: Awaited<ReturnType<Browser["send"]>>[] = []
  // Fifty at once: more would wait longer for a connection than the pool allows on a busy machine.
  while (responses.length < 500) {
    const attempts = Array.from({ length: 50 }, (_, network) =>
      signIn(strangerAt(network, network % 2 ? app : otherApp), "wrong!", { name: network % 3 ? "ada" : ada.email }),
    )
    responses.push(...(await Promise.all(attempts)))
  }
  await otherApp.close()
  expect(comparisons).toBe(10)
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(490)
  expect(new Set(refused.map((response) => response.json().code))).toEqual(new Set(["challenge.required"]))
  expect((await signIn(ada, PASSWORD)).statusCode).toBe(200)
  const device = strangerAt(60)
  const refusal = await signIn(device, PASSWORD)
  expect([refusal.statusCode, Number(refusal.headers["retry-after"])]).toEqual([429, 900])
  expect((await signIn(device, PASSWORD, { proof: await solve(refusal.json().challenge) })).statusCode).toBe(200)
}, 60_000)

test("one network has five of the ten attempts", async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 7; attempt++) statuses.push((await signIn(strangerAt(1), "wrong!")).statusCode)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await signIn(strangerAt(2), "wrong!")).statusCode).toBe(401)
})

test("right passwords use up no attempts", async () => {
  for (let attempt = 0; attempt < 12; attempt++) expect((await signIn(strangerAt(1), PASSWORD)).statusCode).toBe(200)
})

test("a known device has ten attempts of its own and then needs a proof of work", async () => {
  await exhaust()
  const browser = strangerAt(1)
  const challenged = await signIn(browser, PASSWORD)
  await signIn(browser, PASSWORD, { proof: await solve(challenged.json().challenge) })
  for (let attempt = 0; attempt < 10; attempt++) expect((await signIn(browser, "wrong!")).statusCode).toBe(401)
  const refusal = await signIn(browser, PASSWORD)
  expect(refusal.json().code).toBe("challenge.required")
  expect((await signIn(browser, PASSWORD, { proof: await solve(refusal.json().challenge) })).statusCode).toBe(200)
})

test("a proof of work is valid once, unchanged and for one purpose, and a network has five attempts with a proof", async () => {
  const challenge = await exhaust()
  const proof = await solve(challenge)
  const changed = Buffer.from(proof, "base64").toString().replace('"cost":1000', '"cost":1')
  const other = await app.deps.proofsOfWork.challenge("donation", 0)
  for (const invalid of ["", "x", "e30=", Buffer.from(changed).toString("base64"), await solve(other)])
    expect((await signIn(strangerAt(1), PASSWORD, { proof: invalid })).json().code).toBe("challenge.required")
  expect((await signIn(strangerAt(1), "wrong!", { proof })).json().code).toBe("login.refused")
  expect((await signIn(strangerAt(1), PASSWORD, { proof })).json().code).toBe("challenge.required")
  for (let attempt = 0; attempt < 4; attempt++) {
    const { challenge: next } = (await signIn(strangerAt(1), "wrong!")).json()
    expect((await signIn(strangerAt(1), "wrong!", { proof: await solve(next) })).statusCode).toBe(401)
  }
  const { challenge: last } = (await signIn(strangerAt(1), "wrong!")).json()
  expect((await signIn(strangerAt(1), PASSWORD, { proof: await solve(last) })).json().code).toBe("rate.limited")
}, 60_000)

test("an unknown name is counted and refused like an existing one", async () => {
  const known = await exhaust()
  const unknown = await exhaust("nobody")
  expect([unknown.parameters.cost, Object.keys(unknown)]).toEqual([known.parameters.cost, Object.keys(known)])
})

test("an administrator gets a challenge, too, and is not locked out", async () => {
  await app.database.sql`update users set role = 'admin', is_admin = true`
  await exhaust()
  const credentials = { username: "ada", password: PASSWORD }
  const browser = strangerAt(1)
  const challenged = await browser.send("POST", "/api/admin/login", credentials)
  const proof = await solve(challenged.json().challenge)
  const signedIn = await browser.send("POST", "/api/admin/login", credentials, { "proof-of-work": proof })
  expect([challenged.statusCode, signedIn.statusCode]).toEqual([429, 200])
})

test("after a password reset the owner signs in from that device, regardless of strangers' attempts", async () => {
  await exhaust()
  const browser = strangerAt(1)
  await browser.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const [, token = ""] = /token=(\w+)/.exec((await app.deliver()).at(-1)?.text ?? "") ?? []
  await browser.send("POST", "/api/auth/password/reset", { userId: ada.id, token, newPassword: STRONG })
  expect((await signIn(browser, PASSWORD)).statusCode).toBe(200)
})

test("strangers' attempts do not count against a signed-in member's password change", async () => {
  await exhaust()
  const change = await ada.send("POST", "/api/auth/password/change", {
    currentPassword: PASSWORD,
    newPassword: "lòt mo sekrè",
  })
  expect(change.statusCode).toBe(200)
})

test("a refused plain form shows the waiting time in the page's language", async () => {
  await exhaust()
  const response = await app.send({
    method: "POST",
    url: "/api/auth/login",
    payload: new URLSearchParams({ usernameOrEmail: "ada", password: PASSWORD, page: "/fr/about" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
  })
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([429, "900"])
  expect(response.body).toContain("Attends 15 minutes")
})
