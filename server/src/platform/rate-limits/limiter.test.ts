import { afterEach, beforeEach, expect, test } from "vitest"
import { openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { addressSubject, createLimiter } from "./limiter.ts"
import { rateLimits } from "./table.ts"

const RULE = { name: "test", limit: 10, windowSeconds: 60 }

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.release())

let time = new Date("2026-01-02T03:04:05Z")
const limits = (db = database.db) => createLimiter(db, "secret", () => time)
const resultOf = (taking: Promise<unknown>) =>
  taking.then(
    () => "allowed",
    (problem) => problem.retryAfter,
  )

test("of fifty concurrent calls in two processes exactly the limit is allowed, and again in the next window", async () => {
  const other = openDb(database.connection, { max: 5 })
  const both = [limits(), limits(other.db)]
  const takes = Array.from({ length: 50 }, (_, at) => resultOf((both[at % 2] ?? limits()).take(RULE, "203.0.113.9")))
  expect((await Promise.all(takes)).filter((result) => result === "allowed")).toHaveLength(10)
  time = new Date(time.getTime() + 30_000)
  expect(await resultOf(limits().take(RULE, "203.0.113.9"))).toBe(30)
  time = new Date(time.getTime() + 30_000)
  expect(await resultOf(limits().take(RULE, "203.0.113.9"))).toBe("allowed")
  await other.close()
})

test("each subject and each rule has its own counter", async () => {
  for (let call = 0; call < 11; call++) await resultOf(limits().take(RULE, "a"))
  expect(await resultOf(limits().take(RULE, "b"))).toBe("allowed")
  expect(await resultOf(limits().take({ ...RULE, name: "other" }, "a"))).toBe("allowed")
})

test("the table stores no plain subjects", async () => {
  await limits().take(RULE, "canary@example.org")
  expect(JSON.stringify(await database.db.select().from(rateLimits))).not.toContain("canary")
})

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:FFFF:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:1:2::203.0.113.9", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["unknown", "unknown"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("the address %s counts as %s", (address, subject) => {
  expect(addressSubject(address)).toBe(subject)
})

test("a call may take several at once", async () => {
  expect(await limits().take(RULE, "a", 4)).toBe(6)
  expect(await limits().take(RULE, "a", 6)).toBe(0)
  expect(await resultOf(limits().take(RULE, "a", 1))).toBe(60)
})
