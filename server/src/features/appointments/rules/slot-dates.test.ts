import { expect, test } from "vitest"
import { dayAt, dayBefore, seriesSlots, slotTimes, startOfDay } from "./slot-dates.ts"

const NEW_YORK = "America/New_York"
const HOUR = { startTime: "10:00", endTime: "11:30" }
const DAYS = ["2027-03-13", "2027-03-14", "2027-03-27", "2027-03-28", "2027-10-31", "2027-11-07", "2028-02-29"]

/** 10:00 in each zone on each of `DAYS`: the hour in UTC, and on the clock of New York. */
const STARTS = {
  "Europe/Paris": { utc: [9, 9, 9, 8, 9, 9, 9], site: [4, 5, 5, 4, 5, 4, 4] },
  "America/New_York": { utc: [15, 14, 14, 14, 14, 15, 15], site: [10, 10, 10, 10, 10, 10, 10] },
  "America/Port-au-Prince": { utc: [15, 14, 14, 14, 14, 15, 15], site: [10, 10, 10, 10, 10, 10, 10] },
  "America/Santiago": { utc: [13, 13, 13, 13, 13, 13, 13], site: [8, 9, 9, 9, 9, 8, 8] },
  "America/Santo_Domingo": { utc: [14, 14, 14, 14, 14, 14, 14], site: [9, 10, 10, 10, 10, 9, 9] },
}

const hour = (value = 0) => String(value).padStart(2, "0")

test.each(Object.entries(STARTS).flatMap(([zone, hours]) => DAYS.map((date, index) => ({ zone, date, hours, index }))))(
  "10:00 on $date in $zone is the right instant, and the right hour on the site's clock",
  ({ zone, date, hours, index }) => {
    const [utc = 0, site = 0] = [hours.utc[index], hours.site[index]]
    expect(slotTimes({ ...HOUR, date, timeZone: zone }, NEW_YORK)).toEqual({
      startsAt: new Date(`${date}T${hour(utc)}:00:00Z`),
      endsAt: new Date(`${date}T${hour(utc + 1)}:30:00Z`),
      date,
      startTime: `${hour(site)}:00`,
      endTime: `${hour(site + 1)}:30`,
    })
  },
)

const span = (after: string, before: string) => ({ after: new Date(after), before: new Date(before) })
const weekly = (timeZone: string, firstDate: string, more = {}) => ({
  ...HOUR,
  timeZone,
  firstDate,
  untilDate: null,
  weeks: 1,
  ...more,
})

test.each([
  [
    "spring",
    ["2027-03-06", "2027-04-04"],
    [
      ["2027-03-06", "2027-03-06T09:00:00.000Z", "04:00"],
      ["2027-03-13", "2027-03-13T09:00:00.000Z", "04:00"],
      ["2027-03-20", "2027-03-20T09:00:00.000Z", "05:00"],
      ["2027-03-27", "2027-03-27T09:00:00.000Z", "05:00"],
      ["2027-04-03", "2027-04-03T08:00:00.000Z", "04:00"],
    ],
  ],
  [
    "autumn",
    ["2027-10-23", "2027-11-14"],
    [
      ["2027-10-23", "2027-10-23T08:00:00.000Z", "04:00"],
      ["2027-10-30", "2027-10-30T08:00:00.000Z", "04:00"],
      ["2027-11-06", "2027-11-06T09:00:00.000Z", "05:00"],
      ["2027-11-13", "2027-11-13T09:00:00.000Z", "04:00"],
    ],
  ],
])("Saturdays 10:00 in Paris stay at 10:00 while both zones change in %s", (_, [from = "", to = ""], expected) => {
  const slots = seriesSlots(weekly("Europe/Paris", "2026-03-07"), NEW_YORK, span(from, to))
  expect(slots.map(({ seriesDate, startsAt, startTime }) => [seriesDate, startsAt.toISOString(), startTime])).toEqual(
    expected,
  )
})

test("a series in Santiago, where the clock changes at midnight, keeps its hour", () => {
  const slots = seriesSlots(weekly("America/Santiago", "2027-03-28"), NEW_YORK, span("2027-03-01", "2027-04-12"))
  expect(slots.map(({ startsAt }) => startsAt.toISOString().slice(0, 13))).toEqual([
    "2027-03-28T13",
    "2027-04-04T14",
    "2027-04-11T14",
  ])
  expect(startOfDay("2027-09-05", "America/Santiago").toISOString()).toBe("2027-09-05T04:00:00.000Z")
})

test("a slot of another zone is on the site's day", () => {
  const kiritimati = { date: "2027-01-01", startTime: "00:00", endTime: "04:00", timeZone: "Pacific/Kiritimati" }
  const onSite = { date: "2026-12-31", startTime: "05:00", endTime: "09:00" }
  expect(slotTimes(kiritimati, NEW_YORK)).toMatchObject(onSite)
  const overMidnight = { date: "2027-01-02", startTime: "05:00", endTime: "07:00", timeZone: "Europe/Paris" }
  const endsTomorrow = { date: "2027-01-01", startTime: "23:00", endTime: "01:00" }
  expect(slotTimes(overMidnight, NEW_YORK)).toMatchObject(endsTomorrow)
})

test("a start that the clock skips has no slot, and one that occurs twice is the first", () => {
  const skipped = { startTime: "02:30", endTime: "03:30" }
  expect(slotTimes({ ...skipped, date: "2027-03-14", timeZone: NEW_YORK }, NEW_YORK)).toBeNull()
  const series = weekly(NEW_YORK, "2027-03-07", skipped)
  const days = seriesSlots(series, NEW_YORK, span("2027-03-01", "2027-03-29")).map(({ seriesDate }) => seriesDate)
  expect(days).toEqual(["2027-03-07", "2027-03-21", "2027-03-28"])
  const twice = { date: "2027-11-07", startTime: "01:30", endTime: "02:30", timeZone: NEW_YORK }
  expect(slotTimes(twice, NEW_YORK)?.startsAt).toEqual(new Date("2027-11-07T05:30:00Z"))
})

test("a slot keeps its length when the clock changes within it", () => {
  const slot = slotTimes({ date: "2027-03-14", startTime: "01:00", endTime: "03:00", timeZone: NEW_YORK }, NEW_YORK)
  expect(slot).toMatchObject({ startTime: "01:00", endTime: "04:00", endsAt: new Date("2027-03-14T08:00:00Z") })
})

test("a series ends with its last day, and repeats every so many weeks from its first day on", () => {
  const daysOf = (more: object, from = "2028-01-01") =>
    seriesSlots(weekly("Europe/Paris", "2028-02-29", more), NEW_YORK, span(from, "2028-04-01")).map(
      ({ seriesDate }) => seriesDate,
    )
  expect(daysOf({ untilDate: "2028-03-14" })).toEqual(["2028-02-29", "2028-03-07", "2028-03-14"])
  expect(daysOf({ untilDate: "2028-03-13" })).toEqual(["2028-02-29", "2028-03-07"])
  expect(daysOf({ untilDate: "2028-02-29" })).toEqual(["2028-02-29"])
  expect(daysOf({ weeks: 2 })).toEqual(["2028-02-29", "2028-03-14", "2028-03-28"])
  expect(daysOf({ weeks: 2 }, "2028-03-05")).toEqual(["2028-03-14", "2028-03-28"])
  expect(daysOf({ weeks: 4 })).toEqual(["2028-02-29", "2028-03-28"])
})

test("a series opens nothing that has begun", () => {
  const series = weekly(NEW_YORK, "2027-01-04", { untilDate: "2027-01-11" })
  const startsAfter = (after: string) => seriesSlots(series, NEW_YORK, span(after, "2028-01-01")).length
  expect([startsAfter("2027-01-04T14:59:59.999Z"), startsAfter("2027-01-04T15:00:00Z")]).toEqual([2, 1])
})

test("a day is the one on a zone's clock", () => {
  expect(dayAt(new Date("2027-01-01T04:59:00Z"), NEW_YORK)).toBe("2026-12-31")
  expect(dayAt(new Date("2027-01-01T05:00:00Z"), NEW_YORK)).toBe("2027-01-01")
  expect([dayBefore("2028-03-01"), dayBefore("2027-01-01")]).toEqual(["2028-02-29", "2026-12-31"])
})
