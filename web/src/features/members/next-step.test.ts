import type { OwnAppointment } from "@haitech/contract/appointments"
import { expect, test } from "vitest"
import { isTutor } from "./is-tutor.ts"
import { comingSession, type NextLesson, nextStep } from "./next-step.ts"

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

const LESSON: NextLesson = {
  courseId: "course" as NextLesson["courseId"],
  courseSlug: "python-for-beginners",
  courseTitle: "Python for Beginners",
  category: "coding",
  lessonSlug: "01-first-words",
  lessonTitle: "First words",
  lessonNumber: 1,
  lessonCount: 12,
  completedLessons: 0,
  minutes: 6,
  language: "en",
  position: null,
}
type Learning = Parameters<typeof nextStep>[0]["learning"]
const NO_COURSES: Learning = { next: null, completedLessons: 0 }

const step = (
  programs: readonly string[],
  appointments: readonly OwnAppointment[] = [],
  learning: Learning = NO_COURSES,
) => nextStep({ programs, appointments, learning, now: NOW })

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

test("with its program, or once it is begun, the lesson to go on with is the step", () => {
  const lesson = { kind: "lesson", lesson: LESSON }
  expect(step(["coding"], [], { next: LESSON, completedLessons: 0 })).toEqual(lesson)
  expect(step([], [], { next: LESSON, completedLessons: 1 })).toEqual(lesson)
  const stopped = { ...LESSON, position: "block-3" }
  expect(step([], [], { next: stopped, completedLessons: 0 })).toEqual({ kind: "lesson", lesson: stopped })
  expect(step([], [], { next: LESSON, completedLessons: 0 })).toEqual({ kind: "program" })
  const cares: NextLesson = { ...LESSON, category: "cares" }
  expect(step(["mentorship"], [], { next: cares, completedLessons: 0 })).toEqual({ kind: "lesson", lesson: cares })
})

test("a course of another program is no step before it is begun", () => {
  const learning = { next: LESSON, completedLessons: 0 }
  expect(step(["languages"], [], learning)).toEqual({ kind: "booking", program: "languages" })
})

test("a session of the next 24 hours goes before the lesson, a later one after it", () => {
  const learning = { next: LESSON, completedLessons: 3 }
  const soon = session("soon", 24 * 60 - 1)
  const later = session("later", 24 * 60)
  expect(step(["coding"], [soon], learning)).toEqual({ kind: "session", session: soon })
  expect(step(["coding"], [later], learning)).toEqual({ kind: "lesson", lesson: LESSON })
  expect(comingSession([later], NOW)).toEqual(later)
})

test("of the sessions that a tutor gives and takes, the next step is the one that begins first", () => {
  const both = { programs: [], appointments: [session("taken", 120)], learning: { next: LESSON, completedLessons: 3 } }
  const given = (startsIn: number, more = {}) =>
    nextStep({ ...both, tutoring: [session("given", startsIn, more)], now: NOW })
  expect(given(60)).toMatchObject({ kind: "tutoring", session: { id: "given" } })
  expect(given(180)).toMatchObject({ kind: "session", session: { id: "taken" } })
  expect(given(60, { status: "pending" })).toMatchObject({ kind: "session", session: { id: "taken" } })
})

test.each([
  ["mentor", false, true],
  ["volunteer", false, true],
  ["admin", false, true],
  ["mentor", true, false],
  ["ambassador", false, false],
  ["student", false, false],
])("a %s whose role waits: %s has the page of a tutor: %s", (role, isRoleWaiting, expected) => {
  expect(isTutor({ role, isRoleWaiting })).toBe(expected)
})
