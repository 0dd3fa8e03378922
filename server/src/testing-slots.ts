import { eq } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots } from "#features/appointments/table/slots.ts"
import { appointments } from "#features/appointments/table.ts"
import { type Browser, register, type TestApp } from "./testing.ts"
import { withEnd } from "./testing-appointments.ts"
import { screen } from "./testing-screening.ts"

export const SLOTS = "/api/admin/slots"
/** A Saturday, 10:00 in New York, when tests begin on Friday, 2 January 2026. */
export const HOUR = { date: "2026-01-10", startTime: "10:00", endTime: "11:00", sessionTypes: ["tutoring"] }
export const TUTOR = {
  timeZone: "Europe/Paris",
  weeklyLimit: null,
  noticeHours: 12,
  meetingUrl: null,
  pausedFrom: null,
  pausedUntil: null,
}

/** Registers a mentor, whose role is approved, makes them a tutor and screens them. @returns the user's id */
export async function addTutor(app: TestApp, admin: Browser, name: string, more: object = {}): Promise<string> {
  const { id } = await register(app, name)
  await app.database.db.update(users).set({ role: "mentor", roleApprovedAt: new Date() }).where(eq(users.id, id))
  const response = await admin.send("PUT", `/api/admin/tutors/${id}`, { ...TUTOR, ...more })
  if (response.statusCode !== 200) throw new Error(response.body)
  await screen(app, id)
  return id
}

/** Registers a volunteer with an approved role and a valid screening, who is no tutor until the settings are saved. */
export async function registerTutor(app: TestApp, name: string, role: "volunteer" | "mentor" = "mentor") {
  const browser = await register(app, name)
  await app.database.db.update(users).set({ role, roleApprovedAt: new Date() }).where(eq(users.id, browser.id))
  await screen(app, browser.id)
  return browser
}

export async function book(app: TestApp, slotId: string, status: "pending" | "approved" = "approved"): Promise<string> {
  const { db, sql } = app.database
  const [slot] = await db.select().from(availableTimeSlots).where(eq(availableTimeSlots.id, slotId))
  if (!slot) throw new Error("there is no such slot")
  const session = { sessionType: "tutoring", subject: "coding", preferredTime: "10:00", studentName: "Eve" } as const
  const time = withEnd({ preferredDate: slot.startsAt })
  const student = { studentEmail: `eve-${crypto.randomUUID()}@example.org`, slotId, tutorId: slot.tutorId }
  const [row] = await db
    .insert(appointments)
    .values({ ...session, ...time, ...student, status })
    .returning()
  await sql`update available_time_slots set current_bookings = current_bookings + 1 where id = ${slotId}`
  return row?.id ?? ""
}
