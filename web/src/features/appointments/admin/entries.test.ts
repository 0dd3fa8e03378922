import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import type { Slot } from "@haitech/contract/admin/slots"
import { expect, test } from "vitest"
import { entriesOf } from "./entries.ts"

const ZONE = "America/New_York"
const NOW = new Date("2026-11-24T15:00:00Z")

const session = (id: string, at: string, changes: Partial<AppointmentRecord> = {}): AppointmentRecord => ({
  id: id as AppointmentRecord["id"],
  userId: "guest-user",
  studentName: "Nadège",
  studentEmail: "n@example.org",
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: at,
  preferredTime: "16:00",
  duration: 60,
  description: null,
  priority: "normal",
  status: "pending",
  scheduledAt: null,
  createdAt: at,
  adminNotes: null,
  endsAt: new Date(Date.parse(at) + 3_600_000).toISOString(),
  slotId: null,
  tutorId: null,
  tutorName: null,
  meetingUrl: null,
  timeZone: null,
  updatedAt: at,
  ...changes,
})

const slot = (id: string, startsAt: string, changes: Partial<Slot> = {}): Slot => ({
  id,
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
  isAvailable: true,
  date: "",
  startTime: "",
  endTime: "",
  maxBookings: 1,
  currentBookings: 0,
  sessionTypes: ["tutoring"],
  tutorId: null,
  tutorName: null,
  seriesId: null,
  createdAt: startsAt,
  ...changes,
})

const idsOf = (appointments: AppointmentRecord[], slots: Slot[]) =>
  entriesOf({ appointments, slots }, ZONE, NOW).map(({ id }) => id)

test("an entry is on the site's calendar, at its agreed time", () => {
  const moved = session("a", "2026-11-20T21:00:00Z", {
    scheduledAt: "2026-11-26T01:30:00Z",
    endsAt: "2026-11-26T02:30:00Z",
  })
  const [entry] = entriesOf({ appointments: [moved], slots: [] }, ZONE, NOW)
  expect([entry?.date, entry?.begin, entry?.end, entry?.isPast]).toEqual(["2026-11-25", 1230, 1290, false])
})

test("what ends after midnight ends with its day, and what has ended is past", () => {
  const [late] = entriesOf({ appointments: [session("a", "2026-11-24T04:30:00Z")], slots: [] }, ZONE, NOW)
  expect([late?.date, late?.begin, late?.end, late?.isPast]).toEqual(["2026-11-23", 1410, 1440, true])
})

test("sessions that will not take place are left out, and so are hours without a free place", () => {
  const at = "2026-11-25T21:00:00Z"
  expect(
    idsOf(
      [session("a", at), session("b", at, { status: "declined" }), session("c", at, { status: "cancelled" })],
      [
        slot("free", at, { maxBookings: 2, currentBookings: 1 }),
        slot("taken", at, { currentBookings: 1 }),
        slot("closed", at, { isAvailable: false, currentBookings: 1 }),
      ],
    ),
  ).toEqual(["a", "free", "closed"])
})

test("entries are in the order of their start", () => {
  expect(
    idsOf(
      [session("b", "2026-11-25T21:00:00Z"), session("a", "2026-11-24T21:00:00Z")],
      [slot("early", "2026-11-25T14:00:00Z")],
    ),
  ).toEqual(["a", "early", "b"])
})
