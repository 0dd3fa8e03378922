import { expect, test } from "vitest"
import { whenOf } from "./rules.ts"

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
  const when = whenOf({ preferredTime: "09:00", ...sent }, ZONE, NOW)
  expect("at" in when ? { at: when.at.toISOString() } : when).toEqual(expected)
})

test("the instant is the truth, whatever day stands beside it", () => {
  const sent = { preferredDate: "2026-04-01T10:00:00.000Z", date: "2020-01-01", preferredTime: "19:00" } as const
  expect(whenOf(sent, ZONE, NOW)).toEqual({ at: new Date("2026-04-01T10:00:00Z") })
})
