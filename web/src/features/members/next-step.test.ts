import type { OwnAppointment } from "@haitech/contract/appointments"
import { expect, test } from "vitest"
import { nextStep } from "./next-step.ts"

const NOW = Date.parse("2026-01-15T14:00:00.000Z")
const MINUTE_MS = 60_000

function session(id: string, startsIn: number, more: Partial<OwnAppointment> = {}): OwnAppointment {
  return {
    id: id as OwnAppointment["id"],
    userId: "1",
    studentName: "Ada",
    studentEmail: "ada@example.org",
    sessionType: "tutoring",
    subject: "coding",
    preferredDate: new Date(NOW + startsIn * MINUTE_MS).toISOString(),
    preferredTime: "09:00",
    duration: 60,
    description: null,
    priority: "normal",
    status: "approved",
    scheduledAt: null,
    tutorName: null,
    meetingUrl: null,
    canCancel: true,
    canMove: true,
    feedback: null,
    createdAt: new Date(NOW).toISOString(),
    ...more,
  }
}

const step = (programs: readonly string[], appointments: readonly OwnAppointment[] = []) =>
  nextStep({ programs, appointments, now: NOW })

test("without a program the step is to choose one, and then to book a session", () => {
  expect([step([]), step(["languages", "coding"])]).toEqual([
    { kind: "program" },
    { kind: "booking", program: "languages" },
  ])
})

test("the earliest session to come goes first, also without a program", () => {
  const [later, sooner] = [session("later", 90), session("sooner", 30, { status: "pending" })]
  expect(step([], [later, sooner])).toEqual({ kind: "session", session: sooner })
  expect(step(["coding"], [later, sooner])).toEqual({ kind: "session", session: sooner })
})

test("a moved session is at its new time", () => {
  const moved = session("moved", -600, { scheduledAt: new Date(NOW + 20 * MINUTE_MS).toISOString() })
  expect(step([], [session("next", 60), moved])).toEqual({ kind: "session", session: moved })
})

test("a session stays the next step until it is over", () => {
  const running = session("running", -59)
  expect(step(["coding"], [running])).toEqual({ kind: "session", session: running })
  expect(step(["coding"], [session("over", -60)])).toEqual({ kind: "booking", program: "coding" })
  const long = session("long", -90, { duration: 120 })
  expect(step(["coding"], [long])).toEqual({ kind: "session", session: long })
})

test("a session that does not take place is no step", () => {
  for (const status of ["declined", "cancelled", "completed", "no_show"]) {
    expect([status, step(["coding"], [session("gone", 30, { status } as Partial<OwnAppointment>)])]).toEqual([
      status,
      { kind: "booking", program: "coding" },
    ])
  }
})
