import { expect, test } from "vitest"
import { addDays, addMonths, daysFrom, minutesOf, mondayOf, monthDays } from "./days.ts"

test("days are counted across months, years and changes to summer time", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01")
  expect(addDays("2027-03-14", 1)).toBe("2027-03-15")
  expect(daysFrom("2026-02-27", 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"])
})

test("a week begins on Monday", () => {
  expect(mondayOf("2026-11-23")).toBe("2026-11-23")
  expect(mondayOf("2026-11-29")).toBe("2026-11-23")
  expect(mondayOf("2027-01-01")).toBe("2026-12-28")
})

test("a month that is some months away begins on its first day", () => {
  expect(addMonths("2026-11-30", 0)).toBe("2026-11-01")
  expect(addMonths("2026-11-30", 3)).toBe("2027-02-01")
  expect(addMonths("2027-01-31", -1)).toBe("2026-12-01")
})

test("a month shows its whole weeks: four to six", () => {
  const november = monthDays("2026-11-15")
  expect([november.length, november[0], november.at(-1)]).toEqual([42, "2026-10-26", "2026-12-06"])
  const february = monthDays("2027-02-10")
  expect([february.length, february[0], february.at(-1)]).toEqual([28, "2027-02-01", "2027-02-28"])
})

test("minutes of a day", () => {
  expect([minutesOf("00:00"), minutesOf("14:30"), minutesOf("23:45")]).toEqual([0, 870, 1425])
})
