import type { Challenge } from "@haitech/contract/proof-of-work"
import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"

const STRONG = "Anba-pye-mango-7!"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
let judged = 0
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true, trustProxy: 1 })
  ada = await register(app, "ada", { "x-forwarded-for": "192.0.2.1" })
  judged = 0
  countJudged(app)
})
afterEach(() => app.close())

/** Counts the passwords that are compared, and keeps the comparison cheap. */
function countJudged({ deps: { passwords } }: TestApp): void {
  passwords.matches = async (_known, password) => {
    judged++
    return password === PASSWORD
  }
}

/** A browser that nobody signed in with yet, on a network of this number. */
const strangerAt = (network: number, on = app) =>
  openBrowser(on, { "x-forwarded-for": `198.51.${Math.floor(network / 250)}.${network % 250}` })
const signIn = (browser: Browser, password: string, { name = "ada", proof }: { name?: string; proof?: string } = {}) =>
  browser.send("POST", "/api/auth/login", { usernameOrEmail: name, password }, proof ? { "proof-of-work": proof } : {})

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey } as Parameters<typeof solveChallenge>[0])
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64")
}

/** Uses up what strangers may try without a proof; the challenge that the next one gets. */
async function exhaust(name = "ada"): Promise<Challenge> {
  for (let time = 0; time < 10; time++) await signIn(strangerAt(100 + time), "wrong!", { name })
  return (await signIn(strangerAt(200), "wrong!", { name })).json().challenge
}

test("of 500 wrong passwords from 50 networks ten are judged, and the owner signs in from a known and a new device", async () => {
  const twin = await createTestApp({ database: app.database, rateLimits: true, trustProxy: 1 })
  countJudged(twin)
  const tries = Array.from({ length: 500 }, (_, at) =>
    signIn(strangerAt(at % 50, at % 2 ? app : twin), "wrong!", { name: at % 3 ? "ada" : ada.email }),
  )
  const answers = await Promise.all(tries)
  await twin.close()
  expect(judged).toBe(10)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(490)
  expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(["challenge.required"]))
  expect((await signIn(ada, PASSWORD)).statusCode).toBe(200)
  const device = strangerAt(60)
  const asked = await signIn(device, PASSWORD)
  expect([asked.statusCode, Number(asked.headers["retry-after"])]).toEqual([429, 900])
  expect((await signIn(device, PASSWORD, { proof: await solve(asked.json().challenge) })).statusCode).toBe(200)
}, 60_000)

test("one network has five of the ten tries", async () => {
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) statuses.push((await signIn(strangerAt(1), "wrong!")).statusCode)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await signIn(strangerAt(2), "wrong!")).statusCode).toBe(401)
})

test("right passwords use up no tries", async () => {
  for (let time = 0; time < 12; time++) expect((await signIn(strangerAt(1), PASSWORD)).statusCode).toBe(200)
})

test("a known device has ten tries of its own, and goes on with a proof of work", async () => {
  await exhaust()
  const browser = strangerAt(1)
  const asked = await signIn(browser, PASSWORD)
  await signIn(browser, PASSWORD, { proof: await solve(asked.json().challenge) })
  for (let time = 0; time < 10; time++) expect((await signIn(browser, "wrong!")).statusCode).toBe(401)
  const over = await signIn(browser, PASSWORD)
  expect(over.json().code).toBe("challenge.required")
  expect((await signIn(browser, PASSWORD, { proof: await solve(over.json().challenge) })).statusCode).toBe(200)
})

test("a proof of work is good for one try at one purpose, unchanged, and for five tries of a network", async () => {
  const challenge = await exhaust()
  const proof = await solve(challenge)
  const bent = Buffer.from(proof, "base64").toString().replace('"cost":1000', '"cost":1')
  const other = await app.deps.proofsOfWork.challenge("donation", 0)
  for (const wrong of ["", "x", "e30=", Buffer.from(bent).toString("base64"), await solve(other)])
    expect((await signIn(strangerAt(1), PASSWORD, { proof: wrong })).json().code).toBe("challenge.required")
  expect((await signIn(strangerAt(1), "wrong!", { proof })).json().code).toBe("login.refused")
  expect((await signIn(strangerAt(1), PASSWORD, { proof })).json().code).toBe("challenge.required")
  for (let time = 0; time < 4; time++) {
    const { challenge: next } = (await signIn(strangerAt(1), "wrong!")).json()
    expect((await signIn(strangerAt(1), "wrong!", { proof: await solve(next) })).statusCode).toBe(401)
  }
  const { challenge: last } = (await signIn(strangerAt(1), "wrong!")).json()
  expect((await signIn(strangerAt(1), PASSWORD, { proof: await solve(last) })).json().code).toBe("rate.limited")
}, 60_000)

test("a name that nobody has is counted and refused like one that somebody has", async () => {
  const known = await exhaust()
  const unknown = await exhaust("nobody")
  expect([unknown.parameters.cost, Object.keys(unknown)]).toEqual([known.parameters.cost, Object.keys(known)])
})

test("an administrator is asked for a proof of work, too, and is not locked out", async () => {
  await app.database.sql`update users set role = 'admin', is_admin = true`
  await exhaust()
  const credentials = { username: "ada", password: PASSWORD }
  const browser = strangerAt(1)
  const asked = await browser.send("POST", "/api/admin/login", credentials)
  const proof = await solve(asked.json().challenge)
  const signedIn = await browser.send("POST", "/api/admin/login", credentials, { "proof-of-work": proof })
  expect([asked.statusCode, signedIn.statusCode]).toEqual([429, 200])
})

test("who set a forgotten password signs in from there at once, whatever strangers try", async () => {
  await exhaust()
  const browser = strangerAt(1)
  await browser.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const [, token = ""] = /token=(\w+)/.exec((await app.deliver()).at(-1)?.text ?? "") ?? []
  await browser.send("POST", "/api/auth/password/reset", { userId: ada.id, token, newPassword: STRONG })
  expect((await signIn(browser, PASSWORD)).statusCode).toBe(200)
})

test("strangers' tries do not count against a password change of somebody who is signed in", async () => {
  await exhaust()
  const change = await ada.send("POST", "/api/auth/password/change", {
    currentPassword: PASSWORD,
    newPassword: "lòt mo sekrè",
  })
  expect(change.statusCode).toBe(200)
})

test("a refused plain form says how long to wait, in the page's language", async () => {
  await exhaust()
  const answer = await app.send({
    method: "POST",
    url: "/api/auth/login",
    payload: new URLSearchParams({ usernameOrEmail: "ada", password: PASSWORD, page: "/fr/about" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
  })
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, "900"])
  expect(answer.body).toContain("Attends 15 minutes")
})
