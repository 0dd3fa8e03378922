import type { AppointmentId } from "@haitech/contract/ids"
import { eq, like } from "drizzle-orm"
import { users } from "./features/accounts/table.ts"
import { availableTimeSlots, tutors } from "./features/appointments/table/slots.ts"
import { type AppointmentRow, appointments } from "./features/appointments/table.ts"
import { outbox } from "./platform/jobs/table.ts"
import { register, type TestApp } from "./testing.ts"
import { withEnd } from "./testing-appointments.ts"
import { screen } from "./testing-screening.ts"

export const SESSION = {
  studentName: "Ada",
  studentEmail: "ada@example.org",
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: new Date("2026-01-15T14:00:00Z"),
  preferredTime: "09:00",
} as const

const HOUR_MS = 3_600_000

export async function insertSession(
  { database }: TestApp,
  more: Partial<typeof appointments.$inferInsert> = {},
): Promise<AppointmentRow> {
  const [row] = await database.db
    .insert(appointments)
    .values(withEnd({ ...SESSION, ...more }))
    .returning()
  if (!row) throw new Error("no session was inserted")
  return row
}

export async function addTutor(app: TestApp, name: string, meetingUrl: string | null = null): Promise<string> {
  const { id } = await register(app, name)
  await app.database.db.update(users).set({ role: "mentor", roleApprovedAt: new Date() }).where(eq(users.id, id))
  await app.database.db.insert(tutors).values({ userId: id, timeZone: "America/New_York", meetingUrl })
  await screen(app, id)
  return id
}

export async function addSlot(
  { database }: TestApp,
  slot: { readonly startsAt: Date } & Partial<typeof availableTimeSlots.$inferInsert>,
): Promise<string> {
  const endsAt = new Date(slot.startsAt.getTime() + HOUR_MS)
  const clock = { date: slot.startsAt.toISOString().slice(0, 10), startTime: "09:00", endTime: "10:00" }
  const [row] = await database.db
    .insert(availableTimeSlots)
    .values({ ...clock, endsAt, ...slot })
    .returning()
  if (!row) throw new Error("no slot was inserted")
  return row.id
}

export async function placesTaken({ database }: TestApp, slotId: string): Promise<number | undefined> {
  const [slot] = await database.db.select().from(availableTimeSlots).where(eq(availableTimeSlots.id, slotId))
  return slot?.currentBookings
}

export async function storedSession({ database }: TestApp, id: AppointmentId): Promise<AppointmentRow | undefined> {
  const [row] = await database.db.select().from(appointments).where(eq(appointments.id, id))
  return row
}

export function sessionEffects({ database }: TestApp) {
  return database.db.select().from(outbox).where(like(outbox.kind, "appointment.%")).orderBy(outbox.id)
}
