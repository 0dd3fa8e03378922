import { expect, test } from "vitest"
import { createPasswords } from "./passwords.ts"

test("a password matches its own hash and no other, and a hash says how it was made", async () => {
  const passwords = createPasswords()
  const known = await passwords.hash("anba pye mango a")
  expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.hash("anba pye mango a")).not.toBe(known)
  expect(await passwords.matches(known, "anba pye mango a")).toBe(true)
  expect(await passwords.matches(known, "anba pye mango A")).toBe(false)
})

test("nobody has no password, not even the one that is compared with", async () => {
  expect(await createPasswords().matches(null, "nobody has this password")).toBe(false)
})

test("two are hashed at once and twenty wait; who comes then is told to come again", async () => {
  const passwords = createPasswords(2)
  const settled = Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash("secret")))
  await expect(passwords.expectCapacity()).rejects.toMatchObject({ code: "server.busy" })
  const outcomes = await settled
  await passwords.expectCapacity()
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(22)
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: "server.busy", retryAfter: 2 } })
  expect(await passwords.hash("again")).toMatch(/^\$argon2id/)
})
