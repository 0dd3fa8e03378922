import type { AppointmentRequest } from "@haitech/contract/appointments"
import { clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Leaver } from "#platform/leaver.ts"
import { Problem } from "#platform/problem.ts"
import {
  deleteAppointmentsOf,
  hasOpenHours,
  insertAppointment,
  type NewAppointment,
  recountPlaces,
  takePlace,
  twinOf,
} from "./queries.ts"
import { whenOf } from "./rules.ts"
import type { AppointmentRow } from "./table.ts"

/** Each request is a letter to whoever's address was typed. */
const EMAIL_LIMIT = { name: "appointment.email", limit: 10, windowSeconds: 3600 }

/** What the outbox keeps of the letter until it is sent. */
export interface Requested extends Pick<NewAppointment, "sessionType" | "subject" | "duration"> {
  readonly to: string
  readonly name: string
  readonly language: Language
  /** ISO 8601. */
  readonly at: string
}

/**
 * Keeps a request for a session and tells its writer that it arrived. On a day with open hours it takes a place in one of
 * them, or nothing is kept (D5).
 * @throws {Problem} `request.invalid` (a day that is past or does not exist), `slot.taken`, `rate.limited`
 */
export async function request(
  { db, limiter, now, site }: Deps,
  asked: AppointmentRequest,
  { userId, language }: { readonly userId: string | null; readonly language: Language },
): Promise<AppointmentRow> {
  const when = whenOf(asked, site.timeZone, now())
  if ("error" in when) throw new Problem("request.invalid", { fields: { [when.field]: when.error } })
  await limiter.take(EMAIL_LIMIT, asked.studentEmail)
  const { preferredDate: _sent, date: _day, description, ...rest } = asked
  const wanted: NewAppointment = { ...rest, userId, description, preferredDate: when.at }
  return db.transaction(async (tx) => {
    const row = await insertAppointment(tx, wanted)
    if (!row) return (await twinOf(tx, wanted)) ?? vanished()
    await takeOpenHour(tx, wanted, site.timeZone)
    await enqueue(tx, {
      kind: "appointment.requested",
      key: `appointment.requested:${row.id}`,
      payload: letterOf(wanted, language),
    })
    return row
  })
}

async function takeOpenHour(tx: Tx, { preferredDate, sessionType }: NewAppointment, timeZone: string): Promise<void> {
  const beginning = clockAt(preferredDate.toISOString(), timeZone)
  if (await takePlace(tx, beginning, sessionType)) return
  if (await hasOpenHours(tx, beginning.date)) throw new Problem("slot.taken")
}

function letterOf(wanted: NewAppointment, language: Language): Requested {
  const { studentEmail, studentName, sessionType, subject, duration, preferredDate } = wanted
  return {
    to: studentEmail,
    name: studentName,
    language,
    sessionType,
    subject,
    duration,
    at: preferredDate.toISOString(),
  }
}

/** Takes away somebody's sessions and requests; the places they had are free again. */
export async function forgetStudent({ now, site }: Deps, tx: Tx, leaver: Leaver): Promise<void> {
  for (const at of await deleteAppointmentsOf(tx, leaver, now())) {
    await recountPlaces(tx, clockAt(at.toISOString(), site.timeZone), at)
  }
}

function vanished(): never {
  throw new Error("a request is neither new nor known")
}
