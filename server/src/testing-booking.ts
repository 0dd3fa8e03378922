import { asc } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots, type TutorRow, tutors } from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { TestApp } from "./testing.ts"
import { withEnd, withInstants } from "./testing-appointments.ts"
import { screen } from "./testing-screening.ts"

/** 09:00 in New York on Thursday, 15 January 2026; tests begin on 2 January. */
export const AT = "2026-01-15T14:00:00.000Z"
export const DAY = "2026-01-15"
export const REQUEST = {
  studentName: "Ada Pierre",
  studentEmail: "ada@example.org",
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: AT,
  preferredTime: "09:00",
}

export const hour = (time: string, date = DAY) => new Date(`${date}T${time}:00-05:00`).toISOString()

export async function insertTutor(app: TestApp, more: Partial<TutorRow> = {}): Promise<string> {
  const { db } = app.database
  const name = crypto.randomUUID().slice(0, 20)
  const account = {
    username: name,
    email: `${name}@example.org`,
    firstName: "Rose",
    lastName: "Secret",
    role: "mentor" as const,
  }
  const [user] = await db
    .insert(users)
    .values({ ...account, roleApprovedAt: new Date() })
    .returning()
  const userId = user?.id ?? ""
  await db.insert(tutors).values({ userId, timeZone: "America/New_York", ...more })
  await screen(app, userId)
  return userId
}

type NewSlot = Partial<typeof availableTimeSlots.$inferInsert>

export async function insertSlot(app: TestApp, more: NewSlot = {}): Promise<string> {
  const slot = withInstants({ date: DAY, startTime: "09:00", endTime: "10:00", ...more })
  const [row] = await app.database.db.insert(availableTimeSlots).values(slot).returning()
  return row?.id ?? ""
}

/** Inserts a session at `AT` in its slot, whose place is not counted. @returns the row */
export async function insertBooking(app: TestApp, more: Partial<AppointmentRow> = {}): Promise<AppointmentRow> {
  const { studentName, studentEmail } = REQUEST
  const session = { sessionType: "tutoring", subject: "coding", preferredTime: "09:00" } as const
  const values = withEnd({ ...session, studentName, studentEmail, preferredDate: new Date(AT), ...more })
  const [row] = await app.database.db.insert(appointments).values(values).returning()
  if (!row) throw new Error("no session was inserted")
  return row
}

export const requestSession = (app: TestApp, more: object = {}, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url: "/api/appointments", payload: { ...REQUEST, ...more }, headers })

export const storedSessions = (app: TestApp) => app.database.db.select().from(appointments).orderBy(appointments.id)

export async function bookedPlaces(app: TestApp): Promise<number[]> {
  const { startsAt, id } = availableTimeSlots
  const rows = await app.database.db.select().from(availableTimeSlots).orderBy(asc(startsAt), asc(id))
  return rows.map(({ currentBookings }) => currentBookings)
}
