import type { CreateSlots, Slot } from "@haitech/contract/admin/slots"
import type { FieldError } from "@haitech/contract/field-errors"
import type { Deps } from "#deps.ts"
import { type TutorFacts, tutorsOf } from "#features/appointments/queries/lists.ts"
import {
  bookingsIn,
  bookingsOfSeries,
  deleteSlots,
  findSlot,
  holdOpening,
  insertSlots,
  lockSlot,
  paginateSlots,
  type SlotKey,
  updateSlot,
} from "#features/appointments/queries/slots.ts"
import { slotTimes, startOfDay } from "#features/appointments/rules/slot-dates.ts"
import type { AvailableTimeSlotRow } from "#features/appointments/table/slots.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { requireScreening } from "#features/volunteers/service/screening-gate.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { violates } from "#platform/db/conflict.ts"
import { Problem } from "#platform/problem.ts"
import { enqueueNewLink } from "./new-link.ts"
import { offerPlaces } from "./places.ts"
import { addSeries, endSeriesBefore } from "./series.ts"
import { requireTutor } from "./tutors.ts"

const FIRST_SLOTS = 100

type Query = Omit<Parameters<typeof paginateSlots>[1], "from"> & { readonly from?: string | undefined }

/** Sorted by their start, the slots from now on; with `from`, those from a day of the site's time zone on. */
export async function findSlots({ db, now, site }: Deps, { from, ...query }: Query) {
  const coming = query.sort === "coming" ? now() : undefined
  const page = await paginateSlots(db, { ...query, from: from ? startOfDay(from, site.timeZone) : coming })
  return { ...page, rows: await presentSlots(db, page.rows) }
}

interface OpenedSlots {
  readonly seriesId: string | null
  readonly created: number
  readonly slots: Slot[]
}

/**
 * @throws {Problem} `request.invalid`, `slot.overlap`, `user.unknown`, `record.unknown` (no tutor), `tutor.refused`,
 * `tutor.unscreened`
 */
export async function addSlots({ db, now, site }: Deps, actor: Member, form: CreateSlots): Promise<OpenedSlots> {
  const { seriesId, rows } = await db.transaction(async (tx) => {
    const tutor = form.tutorId ? await requireTutor(tx, form.tutorId) : undefined
    const timeZone = form.timeZone ?? tutor?.timeZone ?? site.timeZone
    const first = slotTimes({ ...form, timeZone }, site.timeZone)
    if (!first) throw invalid("startTime", "time.unknown")
    if (first.startsAt <= now()) throw invalid("date", "date.past")
    if (tutor) await requireScreening(tx, tutor.userId, first.endsAt)
    if (form.repeats) {
      const { series, slots } = await addSeries(tx, { now, site }, actor, { ...form, timeZone, repeats: form.repeats })
      return { seriesId: series.id, rows: slots }
    }
    const { sessionTypes, maxBookings, tutorId = null } = form
    const [row] = await insertSlots(tx, [{ ...first, sessionTypes, maxBookings, tutorId, createdBy: actor.id }])
    if (!row) throw new Problem("slot.overlap")
    await offerPlaces(tx, { now }, [row])
    await record(tx, {
      actor,
      action: "slot.created",
      subjectId: row.id,
      after: { ...hourOf(row), ...settingsOf(row) },
    })
    return { seriesId: null, rows: [row] }
  })
  return { seriesId, created: rows.length, slots: await presentSlots(db, rows.slice(0, FIRST_SLOTS)) }
}

interface SlotWithBookings extends Slot {
  readonly bookings: readonly AppointmentRow[]
  readonly laterBookings: readonly AppointmentRow[]
}

/** @throws {Problem} `record.unknown` */
export async function findSlotWithBookings({ db }: Pick<Deps, "db">, key: SlotKey): Promise<SlotWithBookings> {
  const row = await findSlot(db, key)
  if (!row) throw new Problem("record.unknown")
  const { id, seriesId, seriesDate } = row
  const bookings = await bookingsIn(db, [id])
  const laterBookings = seriesId && seriesDate ? await bookingsOfSeries(db, seriesId, seriesDate) : bookings
  return { ...(await presentOne(db, row)), bookings, laterBookings }
}

type SlotChanges = Partial<ReturnType<typeof settingsOf>>

/**
 * @throws {Problem} `record.unknown`, `slot.overlap`, `tutor.unscreened` (opening it again); `request.invalid` for fewer
 * places than are booked
 */
export async function changeSlot(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  key: SlotKey,
  { isAvailable, maxBookings, sessionTypes }: { readonly [Name in keyof SlotChanges]: SlotChanges[Name] | undefined },
): Promise<Slot> {
  const row = await refusingOverlap(() =>
    db.transaction(async (tx) => {
      if (isAvailable) await requireTutorOf(tx, key)
      const slot = await lockSlot(tx, key)
      if (!slot) throw new Problem("record.unknown")
      const { id } = slot
      const changes = {
        isAvailable: isAvailable ?? slot.isAvailable,
        maxBookings: maxBookings ?? slot.maxBookings,
        sessionTypes: sessionTypes ?? slot.sessionTypes,
      }
      if (changes.maxBookings < slot.currentBookings) throw invalid("maxBookings", "places.invalid")
      const { before, after } = difference(settingsOf(slot), changes)
      if (Object.keys(after).length === 0) return slot
      const hour = hourOf(slot)
      const facts = { before: { ...hour, ...before }, after: { ...hour, ...after } }
      if (after["isAvailable"]) await holdOpening(tx)
      await record(tx, { actor, action: "slot.updated", subjectId: id, ...facts })
      const changed = await updateSlot(tx, id, changes)
      if (slot.maxBookings > 1 !== changes.maxBookings > 1) await enqueueNewLink(tx, { slotId: id })
      await offerPlaces(tx, { now }, [slot])
      return changed ?? slot
    }),
  )
  return presentOne(db, row)
}

/** Only of a closed slot: what is open stays so, and nobody books it. */
async function requireTutorOf(tx: Tx, key: SlotKey): Promise<void> {
  const slot = await findSlot(tx, key)
  if (slot?.tutorId && !slot.isAvailable) await requireScreening(tx, slot.tutorId, slot.endsAt)
}

interface Removal {
  readonly deleted: number
  readonly closed: number
  readonly bookings: readonly AppointmentRow[]
}

/** See `deleteSlot` of the contract. @throws {Problem} `record.unknown` */
export async function removeSlot(
  { db }: Pick<Deps, "db">,
  actor: Member,
  key: SlotKey,
  scope: "one" | "later",
): Promise<Removal> {
  const found = await findSlot(db, key)
  if (!found) throw new Problem("record.unknown")
  const { id, seriesId, seriesDate } = found
  return db.transaction(async (tx) => {
    if (scope === "later" && seriesId && seriesDate) {
      return deleteUnbooked(tx, await endSeriesBefore(tx, actor, { seriesId, seriesDate }))
    }
    const slot = await lockSlot(tx, key)
    if (!slot) throw new Problem("record.unknown")
    await record(tx, { actor, action: "slot.deleted", subjectId: id, before: hourOf(slot) })
    await updateSlot(tx, id, { isAvailable: false })
    if (!seriesId) return deleteUnbooked(tx, [slot])
    return { deleted: 0, closed: 1, bookings: await bookingsIn(tx, [id]) }
  })
}

/** Deletes those of the closed slots that nobody has booked. The caller holds their locks. */
export async function deleteUnbooked(tx: Tx, closed: readonly AvailableTimeSlotRow[]): Promise<Removal> {
  const booked = closed.filter(({ currentBookings }) => currentBookings > 0)
  const unbooked = closed.filter(({ currentBookings }) => currentBookings === 0)
  const idsOf = (rows: readonly AvailableTimeSlotRow[]) => rows.map(({ id }) => id)
  const bookings = await bookingsIn(tx, idsOf(booked))
  await deleteSlots(tx, idsOf(unbooked))
  return { deleted: unbooked.length, closed: booked.length, bookings }
}

async function refusingOverlap<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    throw violates(error, "available_time_slots_apart") ? new Problem("slot.overlap") : error
  }
}

function invalid(field: string, error: FieldError): Problem {
  return new Problem("request.invalid", { fields: { [field]: error } })
}

function settingsOf({ isAvailable, maxBookings, sessionTypes }: AvailableTimeSlotRow) {
  return { isAvailable, maxBookings, sessionTypes }
}

export function hourOf({ date, startTime, endTime, tutorId }: AvailableTimeSlotRow) {
  return { date, startTime: clock(startTime), endTime: clock(endTime), tutorId }
}

async function presentSlots(db: Deps["db"], rows: readonly AvailableTimeSlotRow[]): Promise<Slot[]> {
  const tutors = await tutorsOf(db, rows)
  return rows.map((row) => presentSlot(row, tutors))
}

async function presentOne(db: Deps["db"], row: AvailableTimeSlotRow): Promise<Slot> {
  return presentSlot(row, await tutorsOf(db, [row]))
}

export function presentSlot(row: AvailableTimeSlotRow, tutors: ReadonlyMap<string, TutorFacts>): Slot {
  const { id, date, currentBookings, seriesId } = row
  const tutor = row.tutorId ? tutors.get(row.tutorId) : undefined
  return {
    id,
    date,
    currentBookings,
    seriesId,
    ...settingsOf(row),
    startTime: clock(row.startTime),
    endTime: clock(row.endTime),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    tutorId: row.tutorId as Slot["tutorId"],
    tutorName: tutor ? [tutor.firstName, tutor.lastName].filter(Boolean).join(" ") : null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** PostgreSQL adds the seconds. */
function clock(time: string): string {
  return time.slice(0, 5)
}
