import type { requestAppointment } from "@haitech/contract/appointments"
import { instantOf } from "@haitech/contract/clock"
import { IDEMPOTENCY_HEADER } from "@haitech/contract/headers"
import type { Language } from "@haitech/contract/languages"
import { type BodyOf, type SubmitResult, sendForm } from "#platform/forms.ts"
import { freshId } from "#platform/fresh-id.ts"

/** Tells the server that a request sent again, after an answer that was lost, comes from the same page. */
let idempotencyKey: string | undefined

export type AppointmentSubmitResult = SubmitResult<BodyOf<typeof requestAppointment>>

/** §7 POST /api/appointments with what stands in a form, whose day and hour are of the office's clocks (D5). */
export async function sendRequest(
  form: FormData,
  language: Language,
  timeZone: string,
): Promise<AppointmentSubmitResult> {
  const instant = instantOf(String(form.get("date")), String(form.get("preferredTime")), timeZone)
  // What is past is told at once; a day or an hour that is missing is told by the contract.
  if (instant && Date.parse(instant) <= Date.now()) return { state: "invalid", words: { date: "date.past" } }
  if (instant) {
    form.set("preferredDate", instant)
    form.delete("date")
  }
  const load = async () => (await import("@haitech/contract/appointments")).requestAppointment
  idempotencyKey ??= freshId()
  const answer = await sendForm(load, form, language, { headers: { [IDEMPOTENCY_HEADER]: idempotencyKey } })
  if (answer.state !== "refused") return answer
  // What is said of the instant stands under the day.
  const { preferredDate: date, ...texts } = answer.texts
  return { ...answer, texts: date ? { ...texts, date } : texts }
}
