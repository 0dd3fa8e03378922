import { expect, test } from "vitest"
import { formatAge, formatDate, formatDateRange, formatShortTime, formatWeekday, onOtherClock } from "./day-names.ts"

test("days and weeks have their names in each language", () => {
  expect(formatDate("en", "2026-11-25")).toBe("Wednesday, November 25")
  expect(formatDate("fr", "2026-11-25")).toBe("mercredi 25 novembre")
  expect(formatDate("ht", "2026-11-25")).toBe("mèkredi 25 novanm")
  expect(formatDate("ht", "2026-11-25", "short")).toBe("mèk 25 novanm")
  expect(formatWeekday("ht", "2026-11-29", "narrow")).toBe("D")
  expect(formatDateRange("en", "2026-11-23", "2026-11-29")).toBe("November 23 – 29")
  expect(formatDateRange("ht", "2026-11-23", "2026-11-29")).toBe("23 – 29 novanm")
  expect(formatDateRange("ht", "2026-11-30", "2026-12-06")).toBe("30 novanm – 6 desanm")
})

test("an instant shows the day and hour of its zone", () => {
  expect(formatShortTime("en", "2026-11-25T21:00:00Z", "America/New_York")).toMatch(/^Wed, Nov 25, 4:00\sPM$/)
  const here = onOtherClock("en", "2026-11-25T21:00:00Z", "America/Santiago", "America/New_York")
  expect(here.time).toMatch(/^6:00\sPM$/)
  expect(here.city).toBe("Santiago")
  const tomorrow = onOtherClock("en", "2026-11-25T21:00:00Z", "Asia/Tokyo", "America/New_York")
  expect(tomorrow.time).toMatch(/^Thu, Nov 26, 6:00\sAM$/)
})

test("an age is in minutes, hours or days", () => {
  const now = new Date("2026-11-25T12:00:00Z")
  expect(formatAge("en", "2026-11-25T11:20:00Z", now)).toBe("40m")
  expect(formatAge("en", "2026-11-24T15:00:00Z", now)).toBe("21h")
  expect(formatAge("ht", "2026-11-22T11:00:00Z", now)).toBe("3j")
  expect(formatAge("en", "2026-11-25T12:00:05Z", now)).toBe("1m")
})
