import { SESSION_TYPES } from "@haitech/contract/appointments"
import { expect, test } from "vitest"
import { packSlots, unpackSlots } from "./packed-slots.ts"

const TODAY = "2026-11-24"
const slot = (startsAt: string, endsAt: string, places: number, sessionTypes = [...SESSION_TYPES]) => ({
  startsAt: `2026-11-${startsAt}:00.000Z`,
  endsAt: `2026-11-${endsAt}:00.000Z`,
  sessionTypes,
  places,
})

test("open slots are the same after they were packed, with every kind alone and with all", () => {
  const slots = [
    slot("23T22:30", "23T23:00", 1),
    slot("24T15:00", "24T16:00", 0, ["tutoring"]),
    slot("24T16:00", "24T17:30", 2, ["mentoring"]),
    slot("30T09:15", "30T13:15", 50, ["consultation"]),
  ]
  expect(unpackSlots(packSlots(TODAY, slots))).toEqual(slots)
})

test("regular hours repeat the same numbers, and no hours are none", () => {
  const slots = [slot("24T15:00", "24T16:00", 1), slot("25T15:00", "25T16:00", 1), slot("26T15:00", "26T16:00", 1)]
  expect(packSlots(TODAY, slots).numbers).toEqual([900, 60, 7, 1, 1440, 60, 7, 1, 1440, 60, 7, 1])
  expect(unpackSlots(packSlots(TODAY, []))).toEqual([])
})
