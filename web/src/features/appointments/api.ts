import type { requestAppointment } from "@haitech/contract/appointments"
import { instantOf } from "@haitech/contract/clock"
import { IDEMPOTENCY_HEADER } from "@haitech/contract/headers"
import type { Language } from "@haitech/contract/languages"
import { createId } from "#platform/forms/create-id.ts"
import { type BodyOf, type SubmitResult, sendForm } from "#platform/forms/forms.ts"
import { startsOf } from "./load-slots.ts"
import { localTimeZone } from "./local-zone.ts"

/** Identifies the retries of a request whose response got lost; one key per page load. */
let idempotencyKey: string | undefined

export type AppointmentSubmitResult = SubmitResult<BodyOf<typeof requestAppointment>>

interface SentRequest {
  readonly result: AppointmentSubmitResult
  /** The free hours that a refusal names. */
  readonly starts: readonly string[]
}

/** Spec §7: POST /api/appointments with a form's values; a typed day and hour are in the site's zone (D5). */
export async function sendRequest(form: FormData, language: Language, timeZone: string): Promise<SentRequest> {
  const chosen = form.get("preferredDate")
  const instant = chosen
    ? String(chosen)
    : instantOf(String(form.get("date")), String(form.get("preferredTime")), timeZone)
  // This refuses a past instant; the contract refuses a missing day or hour.
  if (instant && Date.parse(instant) <= Date.now()) {
    return { result: { state: "invalid", codes: { date: "date.past" } }, starts: [] }
  }
  if (instant) {
    form.set("preferredDate", instant)
    form.delete("date")
  }
  form.set("timeZone", localTimeZone())
  const load = async () => (await import("@haitech/contract/appointments")).requestAppointment
  idempotencyKey ??= createId()
  const result = await sendForm(load, form, language, { headers: { [IDEMPOTENCY_HEADER]: idempotencyKey } })
  if (result.state !== "refused") return { result, starts: [] }
  // An error of the instant belongs to the day's field.
  const { preferredDate: date, ...texts } = result.texts
  return { result: { ...result, texts: date ? { ...texts, date } : texts }, starts: startsOf(result.error) }
}
