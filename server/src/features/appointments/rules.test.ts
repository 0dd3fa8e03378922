import { expect, test } from "vitest"
import { isOutOfReach, isSameSender, isTutorTaken, loadsOf, mergeByStart, resolveRequestedTime } from "./rules.ts"
import type { AppointmentRow } from "./table.ts"

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

const TUTOR = {
  userId: "rose",
  timeZone: "Europe/Paris",
  weeklyLimit: null,
  noticeHours: 0,
  pausedFrom: null,
  pausedUntil: null,
} as const
const slotAt = (startsAt: string, minutes = 60) => {
  const start = new Date(startsAt)
  return { id: "slot", tutorId: "rose", startsAt: start, endsAt: new Date(start.getTime() + minutes * 60_000) }
}
const isTaken = (
  slot: ReturnType<typeof slotAt>,
  weeklyLimit: number | null,
  session: ReturnType<typeof sessionAt>,
) => {
  const load = loadsOf([{ ...TUTOR, weeklyLimit }], [session, { ...session, tutorId: "jean" }]).get("rose")
  return load && isTutorTaken(slot, load)
}
const sessionAt = (startsAt: string, slotId: string | null = null, status: AppointmentRow["status"] = "pending") => ({
  ...slotAt(startsAt),
  slotId,
  status,
})

test.each([
  ["the last minute of the day before", "2026-03-28T22:59:00Z", false],
  ["the first minute", "2026-03-28T23:00:00Z", true],
  ["the last minute of a day of 23 hours", "2026-03-29T21:59:00Z", true],
  ["the first minute after it", "2026-03-29T22:00:00Z", false],
])("a pause of one day covers its day on the tutor's clock: %s", (_case, startsAt, expected) => {
  const tutor = { ...TUTOR, pausedFrom: "2026-03-29", pausedUntil: "2026-03-29" }
  expect(isOutOfReach(slotAt(startsAt), tutor, NOW)).toBe(expected)
})

test("a pause without a last day does not end", () => {
  expect(isOutOfReach(slotAt("2031-01-01T12:00:00Z"), { ...TUTOR, pausedFrom: "2026-03-29" }, NOW)).toBe(true)
})

test.each([
  ["the last minute of Sunday before", "2026-03-22T22:59:00Z", false],
  ["the first minute of Monday", "2026-03-22T23:00:00Z", true],
  ["the last minute of the Sunday on which summer time begins", "2026-03-29T21:59:00Z", true],
  ["the first minute of the Monday after", "2026-03-29T22:00:00Z", false],
])("a week is full from Monday to Sunday on the tutor's clock: %s", (_case, startsAt, expected) => {
  expect(isTaken(slotAt("2026-03-25T12:00:00Z"), 1, sessionAt(startsAt))).toBe(expected)
})

test.each([
  ["that ends when the slot begins", "2026-03-25T11:00:00Z", null, false],
  ["that ends a minute later", "2026-03-25T11:01:00Z", null, true],
  ["that begins a minute before its end", "2026-03-25T12:59:00Z", null, true],
  ["that begins at its end", "2026-03-25T13:00:00Z", null, false],
  ["in the slot itself", "2026-03-25T12:00:00Z", "slot", false],
])("a tutor with a session %s", (_case, startsAt, slotId, expected) => {
  expect(isTaken(slotAt("2026-03-25T12:00:00Z"), null, sessionAt(startsAt, slotId))).toBe(expected)
})

test("a session that was given counts in its week, and its tutor is free again", () => {
  const given = sessionAt("2026-03-25T12:30:00Z", null, "no_show")
  expect(isTaken(slotAt("2026-03-25T12:00:00Z"), null, given)).toBe(false)
  expect(isTaken(slotAt("2026-03-25T12:00:00Z"), 1, given)).toBe(true)
})

test("no slots are no hours", () => {
  expect(mergeByStart([])).toEqual([])
})
