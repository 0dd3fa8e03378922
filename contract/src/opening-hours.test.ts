import { expect, test } from "vitest"
import { formatOpeningWeek, isSameWeek, nameOfWeekday, OPENING_HOURS, WEEKDAYS } from "./opening-hours.ts"

const MORNING = { from: "09:00", to: "12:30" }
const EVENING = { from: "17:00", to: "20:15" }
const WEEK = [[], [MORNING], [MORNING], [MORNING, EVENING], [], [MORNING], []]

const linesOf = (...input: Parameters<typeof formatOpeningWeek>) =>
  formatOpeningWeek(...input).map(({ days, hours }) => `${days}: ${hours}`.replaceAll("\u00a0", " "))

test("neighbouring days with the same hours are one line, from Monday on", () => {
  expect(linesOf("en", OPENING_HOURS)).toEqual([
    "Monday-Friday: 9:00 AM-6:00 PM",
    "Saturday: 10:00 AM-4:00 PM",
    "Sunday: ",
  ])
  expect(linesOf("en", WEEK)).toEqual([
    "Monday-Tuesday: 9:00 AM-12:30 PM",
    "Wednesday: 9:00 AM-12:30 PM, 5:00 PM-8:15 PM",
    "Thursday: ",
    "Friday: 9:00 AM-12:30 PM",
    "Saturday-Sunday: ",
  ])
  expect(
    linesOf(
      "en",
      Array.from({ length: 7 }, () => [MORNING]),
    ),
  ).toEqual(["Monday-Sunday: 9:00 AM-12:30 PM"])
})

test("the lines are in each language", () => {
  expect(linesOf("fr", WEEK)[1]).toBe("mercredi: 09:00-12:30, 17:00-20:15")
  expect(linesOf("ht", WEEK)[0]).toBe("lendi-madi: 09:00-12:30")
  expect(linesOf("es", WEEK)[4]).toBe("sábado-domingo: ")
  expect(WEEKDAYS.map((day) => nameOfWeekday("en", day).slice(0, 3)).join(" ")).toBe("Mon Tue Wed Thu Fri Sat Sun")
})

test("weeks are the same when each day has the same spans", () => {
  expect(
    isSameWeek(
      WEEK,
      WEEK.map((spans) => [...spans]),
    ),
  ).toBe(true)
  expect(isSameWeek(WEEK, WEEK.with(3, [EVENING, MORNING]))).toBe(false)
  expect(isSameWeek(WEEK, WEEK.with(3, [MORNING]))).toBe(false)
  expect(isSameWeek(WEEK, WEEK.with(0, [MORNING]))).toBe(false)
})
