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
const resetOf = (usernameOrEmail: string, attempt = 1, key: string = crypto.randomUUID()) =>
  prepareReset(app.deps, usernameOrEmail, { key, attempt })
const spend = (userId: string, token: string, deps = app.deps) =>
  resetByToken(deps, { userId, token, newPassword: STRONG }, circumstances.browser).then(
    () => "reset",
    (problem) => problem.code,
  )
const google = (email: string) => ({
  issuer: "https://issuer.test",
  subject: email,
  email,
  isEmailVerified: true,
  firstName: null,
  lastName: null,
})
const circumstances = { browser: { secret: undefined, device: { secret: "d", name: "" } }, language: "en" } as const

test("an address that changes while the reset email is prepared gets the email, or the email opens nothing", async () => {
  const ada = await register(app, "ada")
  const { limiter } = app.deps
  const { take } = limiter
  limiter.take = async (rule, subject) => {
    limiter.take = take
    await take(rule, subject)
    await ada.send("PATCH", "/api/user/profile", { email: "victim@example.org", currentPassword: PASSWORD })
  }
  const reset = await resetOf("ada")
  expect(reset?.user.email).toBe("victim@example.org")
})

test("a token that was sent to another address than the account's opens nothing and verifies nothing", async () => {
  const ada = await register(app, "ada")
  const reset = await resetOf("ada")
  await app.database.db.update(users).set({ email: "victim@example.org" })
  expect(await spend(ada.id, reset?.token ?? "")).toBe("reset.expired")
  expect((await findUser(ada.id)).emailVerifiedAt).toBeNull()
})

test("a token of the release before, which names no address, opens nothing", async () => {
  const ada = await register(app, "ada")
  const reset = await resetOf("ada")
  await app.database.db.update(passwordResetTokens).set({ email: null })
  expect(await spend(ada.id, reset?.token ?? "")).toBe("reset.expired")
})

test("an email that is sent a second time, to another address, holds another token and another code", async () => {
  await register(app, "ada")
  const first = await resetOf("ada", 1, "key")
  expect(await resetOf("ada", 2, "key")).toMatchObject({ token: first?.token, code: first?.code })
  await app.database.db.update(users).set({ email: "victim@example.org" })
  const second = await resetOf("ada", 2, "key")
  expect([second?.token === first?.token, second?.code === first?.code]).toEqual([false, false])
})

test("a Google sign-in that joins an account ends its other sessions and tells its address", async () => {
  const ada = await register(app, "ada")
  await app.database.db.update(users).set({ emailVerifiedAt: new Date() })
  await signInWithGoogle(app.deps, google("Ada@Example.org"), circumstances)
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(401)
  const joined = (await app.deliver()).filter(({ subject }) => subject.includes("Google"))
  expect(joined.map(({ to }) => to)).toEqual([ada.email])
  await signInWithGoogle(app.deps, google("ada@example.org"), circumstances)
  expect((await app.deliver()).filter(({ subject }) => subject.includes("Google"))).toHaveLength(1)
})

test(`in ${ROUNDS} rounds on two processes no address is verified that did not get the email`, async () => {
  const twin = await createTestApp({ database: app.database })
  app.deps.limiter.take = async () => undefined
  for (const { passwords } of [app.deps, twin.deps]) {
    passwords.hash = async (password) => `test ${password}`
    passwords.matches = async (known, password) => known === `test ${password}`
  }
  for (let round = 0; round < ROUNDS; round++) {
    const [name, victim] = [`mallory${round}`, `victim${round}@example.org`]
    const mallory = await register(app, name)
    const [reset] = await Promise.all([
      later(round % 7).then(() => prepareReset(twin.deps, name, { key: name, attempt: 1 })),
      mallory.send("PATCH", "/api/user/profile", { email: victim, currentPassword: PASSWORD }),
    ])
    const joins = round % 2 === 0
    const [outcome] = await Promise.all([
      spend(mallory.id, reset?.token ?? "", twin.deps),
      joins ? signInWithGoogle(app.deps, google(victim), circumstances) : undefined,
    ])
    const user = await findUser(mallory.id)
    const gotEmail = outcome === "reset" && reset?.user.email === user.email
    expect([round, user.emailVerifiedAt !== null]).toEqual([round, joins || gotEmail])
    const open = await app.database.db.$count(sessions)
    if (joins && !gotEmail) expect([round, user.passwordHash, open]).toEqual([round, null, 1])
    await app.database.db.delete(sessions)
  }
  await twin.close()
})

/** Lets the other side run for a few turns of the event loop. */
async function later(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}
