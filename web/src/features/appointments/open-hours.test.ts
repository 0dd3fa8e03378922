import type { OpenSlot } from "@haitech/contract/slots"
import { expect, test } from "vitest"
import { firstWeek, isFull, weeksOf } from "./open-hours.ts"

const slot = (startsAt: string, places = 1): OpenSlot => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
  sessionTypes: ["tutoring"],
  places,
})
// A Tuesday.
const TODAY = "2026-11-24"

test("weeks begin on Monday, mark today and past days, and end with the last slot", () => {
  const weeks = weeksOf([slot("2026-11-25T15:00:00.000Z"), slot("2026-12-05T15:00:00.000Z")], "America/New_York", TODAY)
  expect(weeks.map(([monday]) => monday?.date)).toEqual(["2026-11-23", "2026-11-30"])
  expect(weeks.map((week) => week.length)).toEqual([6, 6])
  expect(weeks[0]?.map(({ isPast, isToday, hours }) => [isPast, isToday, hours.length])).toEqual([
    [true, false, 0],
    [false, true, 0],
    [false, false, 1],
    [false, false, 0],
    [false, false, 0],
    [false, false, 0],
  ])
})

test("a slot is on the visitor's day, and a Sunday shows where it has one", () => {
  const weeks = weeksOf([slot("2026-11-28T23:00:00.000Z")], "Asia/Tokyo", TODAY)
  expect(weeks).toHaveLength(1)
  expect(weeks[0]?.map(({ date, hours }) => [date, hours.length]).at(-1)).toEqual(["2026-11-29", 1])
})

test("without slots there is this week, and a year's change keeps the days in order", () => {
  expect(weeksOf([], "UTC", TODAY)).toHaveLength(1)
  const [week] = weeksOf([], "UTC", "2026-12-31")
  expect(week?.map(({ date }) => date).slice(3)).toEqual(["2026-12-31", "2027-01-01", "2027-01-02"])
})

test("the week of a named day, or else the first one with a free hour, is the one to begin with", () => {
  const slots = [slot("2026-11-25T15:00:00.000Z", 0), slot("2026-12-02T15:00:00.000Z")]
  const weeks = weeksOf(slots, "UTC", TODAY)
  expect(firstWeek(weeks, null)).toBe(1)
  expect(firstWeek(weeks, "2026-11-26")).toBe(0)
  expect(firstWeek(weeks, "2031-01-01")).toBe(1)
  expect(weeks[0]?.map(isFull)).toEqual([false, false, true, false, false, false])
  expect(firstWeek(weeksOf([], "UTC", TODAY), null)).toBe(0)
})
