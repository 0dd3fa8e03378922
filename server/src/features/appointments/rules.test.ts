import { expect, test } from "vitest"
import { isSameSender, resolveRequestedTime } from "./rules.ts"

const NOW = new Date("2026-03-07T12:00:00Z")
const ZONE = "America/New_York"

test.each([
  ["an instant is used unchanged", { preferredDate: "2026-03-08T13:00:00.000Z" }, { at: "2026-03-08T13:00:00.000Z" }],
  ["a day before daylight saving time is converted", { date: "2026-03-07" }, { at: "2026-03-07T14:00:00.000Z" }],
  ["the first day of daylight saving time is converted", { date: "2026-03-08" }, { at: "2026-03-08T13:00:00.000Z" }],
  ["a past day is refused", { date: "2026-03-06" }, { field: "date", error: "date.past" }],
  [
    "the current instant is refused",
    { preferredDate: NOW.toISOString() },
    { field: "preferredDate", error: "date.past" },
  ],
  ["30 February is refused", { date: "2027-02-30" }, { field: "date", error: "date.invalid" }],
])("%s", (_case, input, expected) => {
  const time = resolveRequestedTime({ preferredTime: "09:00", ...input }, ZONE, NOW)
  expect("at" in time ? { at: time.at.toISOString() } : time).toEqual(expected)
})

test("an instant wins over a day that is sent with it", () => {
  const input = { preferredDate: "2026-04-01T10:00:00.000Z", date: "2020-01-01", preferredTime: "19:00" } as const
  expect(resolveRequestedTime(input, ZONE, NOW)).toEqual({ at: new Date("2026-04-01T10:00:00Z") })
})

const [ADA, EVE] = [
  { userId: "ada", idempotencyKeyHash: null },
  { userId: "eve", idempotencyKeyHash: null },
]
const visitor = (idempotencyKeyHash: string | null) => ({ userId: null, idempotencyKeyHash })

test.each([
  ["the same member", ADA, ADA, true],
  ["another member", ADA, EVE, false],
  ["two visitors without a key", visitor(null), visitor(null), false],
  ["a visitor with the same key", visitor("k"), visitor("k"), true],
  ["a visitor with another key", visitor("k"), visitor("l"), false],
  ["a visitor who repeats a member's request", ADA, visitor(null), false],
  ["a member who signed in between two attempts", visitor("k"), { ...ADA, idempotencyKeyHash: "k" }, true],
])("isSameSender: %s", (_case, stored, repeated, expected) => {
  expect(isSameSender(stored, repeated)).toBe(expected)
})
