import type { CreateSlots } from "@haitech/contract/admin/slots"
import type { Deps } from "#deps.ts"
import { holdClosedDays } from "#features/appointments/queries/closed-days.ts"
import {
  closeSlotsOfSeries,
  deleteSeries,
  endSeries,
  insertSeries,
  insertSlots,
  lockSeries,
  seriesFrom,
} from "#features/appointments/queries/slots.ts"
import { lockCandidate } from "#features/appointments/queries/tutors.ts"
import { dayAt, dayBefore, seriesSlots } from "#features/appointments/rules/slot-dates.ts"
import type { AvailableTimeSlotRow, SlotSeriesRow } from "#features/appointments/table/slots.ts"
import { isScreened } from "#features/volunteers/service/screening-gate.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { offerPlaces } from "./places.ts"

const AHEAD_MS = 12 * 7 * 86_400_000
const DAY_MS = 86_400_000

type SeriesDeps = Pick<Deps, "now" | "site">

export interface OpenedSeries {
  readonly series: SlotSeriesRow
  readonly slots: readonly AvailableTimeSlotRow[]
}

export async function addSeries(
  tx: Tx,
  deps: SeriesDeps,
  actor: Member,
  { date, startTime, endTime, sessionTypes, maxBookings, tutorId = null, ...form }: SeriesForm,
): Promise<OpenedSeries> {
  const closed = await holdClosedDays(tx)
  const { until: untilDate, weeks, skipsClosedDays } = form.repeats
  const rule = { firstDate: date, untilDate, weeks, skipsClosedDays, startTime, endTime, timeZone: form.timeZone }
  const series = await insertSeries(tx, { ...rule, sessionTypes, maxBookings, tutorId, createdBy: actor.id })
  await record(tx, { actor, action: "slot_series.created", subjectId: series.id, after: { ...rule, tutorId } })
  return { series, slots: await openSlots(tx, deps, series, closed) }
}

type SeriesForm = CreateSlots & {
  readonly timeZone: string
  readonly repeats: NonNullable<CreateSlots["repeats"]>
}

/** Opens the slots of all series for the weeks ahead. What an administrator closed or deleted stays so. */
export async function openComingSlots(deps: Pick<Deps, "db" | "now" | "site">): Promise<void> {
  // A day earlier than today here may be today in the zone of a series.
  const yesterday = dayAt(new Date(deps.now().getTime() - DAY_MS), deps.site.timeZone)
  for (const id of await seriesFrom(deps.db, yesterday)) {
    await deps.db.transaction(async (tx) => {
      const closed = await holdClosedDays(tx)
      const series = await lockSeries(tx, id)
      if (series && (await hasTutor(tx, series, deps.now()))) await openSlots(tx, deps, series, closed)
    })
  }
}

async function hasTutor(tx: Tx, { tutorId }: SlotSeriesRow, now: Date): Promise<boolean> {
  if (tutorId === null) return true
  return (await lockCandidate(tx, tutorId))?.mayBeTutor === true && isScreened(tx, tutorId, now)
}

async function openSlots(
  tx: Tx,
  { now, site }: SeriesDeps,
  series: SlotSeriesRow,
  closed: ReadonlySet<string>,
): Promise<readonly AvailableTimeSlotRow[]> {
  const span = { after: now(), before: new Date(now().getTime() + AHEAD_MS) }
  const { id: seriesId, tutorId, maxBookings, sessionTypes, createdBy } = series
  const slots = seriesSlots(series, site.timeZone, span)
    .filter(({ date }) => !(series.skipsClosedDays && closed.has(date)))
    .map((times) => ({ ...times, seriesId, tutorId, maxBookings, sessionTypes, createdBy }))
  const opened = await insertSlots(tx, slots)
  await offerPlaces(tx, { now }, opened)
  return opened
}

/** Ends a series before one of its days. @returns its slots from that day on, which are closed now */
export async function endSeriesBefore(
  tx: Tx,
  actor: Member,
  { seriesId, seriesDate }: { readonly seriesId: string; readonly seriesDate: string },
): Promise<readonly AvailableTimeSlotRow[]> {
  const series = await lockSeries(tx, seriesId)
  const closed = await closeSlotsOfSeries(tx, seriesId, seriesDate)
  if (!series) return closed
  const untilDate = dayBefore(seriesDate)
  if (untilDate < series.firstDate) await deleteSeries(tx, seriesId)
  else await endSeries(tx, seriesId, untilDate)
  const { startTime, endTime, timeZone } = series
  await record(tx, {
    actor,
    action: "slot_series.ended",
    subjectId: seriesId,
    before: { untilDate: series.untilDate, startTime, endTime, timeZone },
    after: { untilDate, startTime, endTime, timeZone },
  })
  return closed
}
