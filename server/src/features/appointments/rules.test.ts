import { expect, test } from "vitest"
import { isSameSender, resolveRequestedTime } from "./rules.ts"

const NOW = new Date("2026-03-07T12:00:00Z")
const ZONE = "America/New_York"

test.each([
  ["an instant is taken as it is", { preferredDate: "2026-03-08T13:00:00.000Z" }, { at: "2026-03-08T13:00:00.000Z" }],
  ["a day before summer time", { date: "2026-03-07" }, { at: "2026-03-07T14:00:00.000Z" }],
  ["the day it begins", { date: "2026-03-08" }, { at: "2026-03-08T13:00:00.000Z" }],
  ["a day that is past", { date: "2026-03-06" }, { field: "date", error: "date.past" }],
  ["an instant that is now", { preferredDate: NOW.toISOString() }, { field: "preferredDate", error: "date.past" }],
  ["30 February", { date: "2027-02-30" }, { field: "date", error: "date.invalid" }],
])("%s", (_what, sent, expected) => {
  const when = resolveRequestedTime({ preferredTime: "09:00", ...sent }, ZONE, NOW)
  expect("at" in when ? { at: when.at.toISOString() } : when).toEqual(expected)
})

test("the instant is the truth, whatever day stands beside it", () => {
  const sent = { preferredDate: "2026-04-01T10:00:00.000Z", date: "2020-01-01", preferredTime: "19:00" } as const
  expect(resolveRequestedTime(sent, ZONE, NOW)).toEqual({ at: new Date("2026-04-01T10:00:00Z") })
})

const [ADA, EVE] = [
  { userId: "ada", idempotencyKeyHash: null },
  { userId: "eve", idempotencyKeyHash: null },
]
const guest = (idempotencyKeyHash: string | null) => ({ userId: null, idempotencyKeyHash })

test.each([
  ["the same member", ADA, ADA, true],
  ["another member", ADA, EVE, false],
  ["two guests without a key", guest(null), guest(null), false],
  ["a guest with the same key", guest("k"), guest("k"), true],
  ["a guest with another key", guest("k"), guest("l"), false],
  ["a guest who names a member's request", ADA, guest(null), false],
  ["a member who signed in between two tries", guest("k"), { ...ADA, idempotencyKeyHash: "k" }, true],
])("isSameSender: %s", (_what, stored, sent, expected) => {
  expect(isSameSender(stored, sent)).toBe(expected)
})
