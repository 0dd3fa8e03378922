import { expect, test } from "vitest"
import { createPasswords } from "#platform/passwords.ts"
import { createTestApp, openBrowser, PASSWORD, register } from "#testing.ts"

const ROUNDS = 6

test.each([
  ["/api/auth/login", { usernameOrEmail: "nobody", password: "guess" }],
  ["/api/admin/login", { username: "nobody", password: "guess" }],
])("POST %s compares a password also for a name that nobody has", async (url, body) => {
  const app = await createTestApp()
  await register(app, "ada")
  const compared: [string | null, string][] = []
  const { passwords } = app.deps
  const { matches } = passwords
  passwords.matches = (hash, password) => {
    compared.push([hash, password])
    return matches(hash, password)
  }
  expect((await openBrowser(app).send("POST", url, body)).statusCode).toBe(401)
  expect(compared).toEqual([[null, "guess"]])
  await app.close()
})

// Processor time of this process, not time on a clock: a busy machine does not change the ratio.
test("comparing without a hash costs as much processor time as comparing with one", async () => {
  const passwords = createPasswords(1)
  const hash = await passwords.hash(PASSWORD)
  await passwords.matches(null, "guess")
  const spent = { known: 0, unknown: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    spent.known += await processorTime(() => passwords.matches(hash, "guess"))
    spent.unknown += await processorTime(() => passwords.matches(null, "guess"))
  }
  expect(spent.unknown).toBeGreaterThan(spent.known / 2)
})

/** Microseconds. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
