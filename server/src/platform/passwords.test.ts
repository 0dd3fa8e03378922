import * as argon2 from "@node-rs/argon2"
import { expect, test } from "vitest"
import { createPasswords } from "./passwords.ts"

test("a password matches only its own hash, and the hash names its parameters", async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash("anba pye mango a")
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.hash("anba pye mango a")).not.toBe(stored)
  expect(await passwords.matches(stored, "anba pye mango a")).toBe(true)
  expect(await passwords.matches(stored, "anba pye mango A")).toBe(false)
})

test("no password matches a missing hash, not even the one it is compared with", async () => {
  expect(await createPasswords().matches(null, "nobody has this password")).toBe(false)
})

test("without a hash one of the same cost is compared, so that it takes as long", async () => {
  const compared: string[] = []
  const passwords = createPasswords(undefined, undefined, {
    hash: argon2.hash,
    verify: (stored, password) => {
      compared.push(String(stored))
      return argon2.verify(stored, password)
    },
  })
  const stored = await passwords.hash("anba pye mango a")
  await passwords.matches(stored, "guess")
  await passwords.matches(null, "guess")
  const [known, unknown] = compared.map((hash) => hash.split("$").slice(1, 4))
  expect(unknown).toEqual(known)
  expect(compared[0]).not.toBe(compared[1])
})

test("two passwords are hashed at once and twenty wait; further calls are refused as busy", async () => {
  const passwords = createPasswords(2)
  const settled = Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash("secret")))
  await expect(passwords.expectCapacity()).rejects.toMatchObject({ code: "server.busy" })
  const outcomes = await settled
  await passwords.expectCapacity()
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(22)
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: "server.busy", retryAfter: 2 } })
  expect(await passwords.hash("again")).toMatch(/^\$argon2id/)
})
