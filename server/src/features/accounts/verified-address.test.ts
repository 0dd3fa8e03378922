import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, PASSWORD, register, type TestApp } from "#testing.ts"
import { signInWithGoogle } from "./service/google.ts"
import { prepareReset, resetByToken } from "./service/passwords.ts"
import { passwordResetTokens, sessions, users } from "./table.ts"

const STRONG = "Anba-pye-mango-7!"
const ROUNDS = 200

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const findUser = async (id: string) => {
  const [user] = await app.database.db.select().from(users).where(eq(users.id, id))
  if (!user) throw new Error("the test's user is missing")
  return user
}
const prepare = (usernameOrEmail: string, attempt = 1, key: string = crypto.randomUUID()) =>
  prepareReset(app.deps, usernameOrEmail, { key, attempt })
const consume = (userId: string, token: string, deps = app.deps) =>
  resetByToken(deps, { userId, token, newPassword: STRONG }, CONTEXT.browser).then(
    () => "reset",
    (problem) => problem.code,
  )
const googleProfile = (email: string) => ({
  issuer: "https://issuer.test",
  subject: email,
  email,
  isEmailVerified: true,
  firstName: null,
  lastName: null,
})
const CONTEXT = { browser: { secret: undefined, device: { secret: "d", name: "" } }, language: "en" } as const

test("a reset email goes to the address that the account has when the token is stored", async () => {
  const ada = await register(app, "ada")
  const { limiter } = app.deps
  const { take } = limiter
  limiter.take = async (rule, subject) => {
    limiter.take = take
    const left = await take(rule, subject)
    await ada.send("PATCH", "/api/user/profile", { email: "victim@example.org", currentPassword: PASSWORD })
    return left
  }
  const reset = await prepare("ada")
  expect(reset?.user.email).toBe("victim@example.org")
})

test("a token that was sent to a former address is refused and verifies no address", async () => {
  const ada = await register(app, "ada")
  const reset = await prepare("ada")
  await app.database.db.update(users).set({ email: "victim@example.org" })
  expect(await consume(ada.id, reset?.token ?? "")).toBe("reset.expired")
  expect((await findUser(ada.id)).emailVerifiedAt).toBeNull()
})

test("a token of the previous release, which has no address, is refused", async () => {
  const ada = await register(app, "ada")
  const reset = await prepare("ada")
  await app.database.db.update(passwordResetTokens).set({ email: null })
  expect(await consume(ada.id, reset?.token ?? "")).toBe("reset.expired")
})

test("a retried job with another address sends another token and another code", async () => {
  await register(app, "ada")
  const first = await prepare("ada", 1, "key")
  expect(await prepare("ada", 2, "key")).toMatchObject({ token: first?.token, code: first?.code })
  await app.database.db.update(users).set({ email: "victim@example.org" })
  const second = await prepare("ada", 2, "key")
  expect([second?.token === first?.token, second?.code === first?.code]).toEqual([false, false])
})

test("a Google sign-in that links an account ends its other sessions and sends one email", async () => {
  const ada = await register(app, "ada")
  await app.database.db.update(users).set({ emailVerifiedAt: new Date() })
  await signInWithGoogle(app.deps, googleProfile("Ada@Example.org"), CONTEXT)
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(401)
  const emails = (await app.deliver()).filter(({ subject }) => subject.includes("Google"))
  expect(emails.map(({ to }) => to)).toEqual([ada.email])
  await signInWithGoogle(app.deps, googleProfile("ada@example.org"), CONTEXT)
  expect((await app.deliver()).filter(({ subject }) => subject.includes("Google"))).toHaveLength(1)
})

test(`no address is verified that did not get the email, in ${ROUNDS} races of two processes`, async () => {
  const otherApp = await createTestApp({ database: app.database })
  app.deps.limiter.take = async () => 1
  for (const { passwords } of [app.deps, otherApp.deps]) {
    passwords.hash = async (password) => `test ${password}`
    passwords.matches = async (storedHash, password) => storedHash === `test ${password}`
  }
  for (let round = 0; round < ROUNDS; round++) {
    const [name, victim] = [`mallory${round}`, `victim${round}@example.org`]
    const mallory = await register(app, name)
    const [reset] = await Promise.all([
      afterTurns(round % 7).then(() => prepareReset(otherApp.deps, name, { key: name, attempt: 1 })),
      mallory.send("PATCH", "/api/user/profile", { email: victim, currentPassword: PASSWORD }),
    ])
    const isLinking = round % 2 === 0
    const [outcome] = await Promise.all([
      consume(mallory.id, reset?.token ?? "", otherApp.deps),
      isLinking ? signInWithGoogle(app.deps, googleProfile(victim), CONTEXT) : undefined,
    ])
    const user = await findUser(mallory.id)
    const gotEmail = outcome === "reset" && reset?.user.email === user.email
    expect([round, user.emailVerifiedAt !== null]).toEqual([round, isLinking || gotEmail])
    const open = await app.database.db.$count(sessions)
    if (isLinking && !gotEmail) expect([round, user.passwordHash, open]).toEqual([round, null, 1])
    await app.database.db.delete(sessions)
  }
  await otherApp.close()
})

/** Waits a few turns of the event loop. */
async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}
