import { expect, test } from "vitest"
import { isComing, isOpenToJoin, startOf } from "./session-times.ts"

const session = { preferredDate: "2026-11-25T19:00:00.000Z", scheduledAt: null, duration: 30 }
const at = (time: string) => Date.parse(`2026-11-25T${time}Z`)

test.each([
  ["18:49:59", false],
  ["18:50:00", true],
  ["19:29:59", true],
  ["19:30:00", false],
])("at %s a session from 19:00 to 19:30 can be joined: %s", (time, isOpen) => {
  expect(isOpenToJoin(session, at(time))).toBe(isOpen)
})

test("a moved session is at its new time, and comes until its end while it is pending or approved", () => {
  const moved = { ...session, scheduledAt: "2026-11-25T21:00:00.000Z", status: "approved" }
  expect(startOf(moved)).toBe("2026-11-25T21:00:00.000Z")
  expect([isComing(moved, at("21:29:59")), isComing(moved, at("21:30:00"))]).toEqual([true, false])
  expect(isComing({ ...moved, status: "cancelled" }, at("20:00:00"))).toBe(false)
})
