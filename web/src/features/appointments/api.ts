import type { requestAppointment } from "@haitech/contract/appointments"
import { instantOf } from "@haitech/contract/clock"
import { IDEMPOTENCY_HEADER } from "@haitech/contract/headers"
import type { Language } from "@haitech/contract/languages"
import { createId } from "#platform/forms/create-id.ts"
import { type BodyOf, formValues, type SubmitResult, sendForm } from "#platform/forms/forms.ts"
import { showToast } from "#ui/toast.ts"
import { startsOf } from "./load-slots.ts"
import { localTimeZone } from "./local-zone.ts"
import { loadWaiting } from "./use-waiting.ts"

/** Identifies the retries of a request whose response got lost. */
let idempotencyKey: string | undefined

type ToastTexts = Readonly<Record<"offline.title" | "toast.region" | "toast.close", string>>

export type AppointmentSubmitResult = SubmitResult<BodyOf<typeof requestAppointment>>

interface SentRequest {
  readonly result: AppointmentSubmitResult
  /** Not sent yet: it waits on the device. */
  readonly isKept: boolean
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
    return { result: { state: "invalid", codes: { date: "date.past" } }, starts: [], isKept: false }
  }
  if (instant) {
    form.set("preferredDate", instant)
    form.delete("date")
  }
  form.set("timeZone", localTimeZone())
  const load = async () => (await import("@haitech/contract/appointments")).requestAppointment
  idempotencyKey ??= createId()
  const result = await sendForm(load, form, language, { headers: { [IDEMPOTENCY_HEADER]: idempotencyKey } })
  if (result.state === "sent") idempotencyKey = undefined
  if (result.state !== "refused") return { result, starts: [], isKept: false }
  if (result.status === null && !navigator.onLine) {
    const stored = await store(load, form, language).catch(() => null)
    if (stored) return { result: stored, starts: [], isKept: true }
  }
  // An error of the instant belongs to the day's field.
  const { preferredDate: date, ...texts } = result.texts
  return {
    result: { ...result, texts: date ? { ...texts, date } : texts },
    starts: startsOf(result.error),
    isKept: false,
  }
}

/** Under the key with which it was perhaps sent already. @returns null where the device cannot store it */
async function store(
  load: () => Promise<typeof requestAppointment>,
  form: FormData,
  language: Language,
): Promise<AppointmentSubmitResult | null> {
  const body = (await load()).body?.parse(formValues(form)) as BodyOf<typeof requestAppointment>
  const { outbox } = await loadWaiting()
  const key = idempotencyKey ?? createId()
  if (!(await outbox.keepRequest(key, body, language))) return null
  idempotencyKey = undefined
  return { state: "sent", body }
}

/** What a request needs without a connection, loaded while the form is filled in. */
export async function prepareOffline(): Promise<void> {
  await Promise.all([import("@haitech/contract/appointments"), import("./confirmation.tsx"), loadWaiting()])
}

/** Says so in a toast. */
export async function reportStored(labels: ToastTexts): Promise<void> {
  const { texts } = await loadWaiting()
  await showToast({
    tone: "success",
    title: labels["offline.title"],
    description: texts["unsent.saved"],
    labels: { region: labels["toast.region"], close: labels["toast.close"] },
  })
}
