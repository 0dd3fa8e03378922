import { fetchTexts } from "#platform/http/fetch-texts.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { showToast } from "#ui/toast.ts"

/** The browser loads them as a fragment with the script of what waits on the device. */
export const REQUEST_TEXTS = [
  "unsent.title",
  "unsent.saved",
  "unsent.feedback",
  "unsent.another_hour",
  "chat.sending",
  "chat.send_now",
  "chat.retry",
  "chat.refused",
  "chat.delete",
  "schedule.tutoring",
  "schedule.mentoring",
  "schedule.consultation",
  "schedule.coding",
  "schedule.language",
  "schedule.career",
  "schedule.general",
  "schedule.free_starts",
  "schedule.success_title",
  "schedule.success",
  "schedule.failure_title",
  "session.title",
  "session.done_feedback",
  "session.not_done",
  "toast.region",
  "toast.close",
] as const satisfies readonly MessageKey[]

export type RequestTexts = Readonly<Record<(typeof REQUEST_TEXTS)[number], string>>
type Kind = "appointment" | "feedback"

export async function requestTexts(): Promise<RequestTexts> {
  return (await fetchTexts("unsent", document.documentElement.lang)) as RequestTexts
}

/** Whichever page is open when the connection is back says it (spec §8). */
export async function reportSent(kind: Kind): Promise<void> {
  const texts = await requestTexts()
  const isRequest = kind === "appointment"
  const title = texts[isRequest ? "schedule.success_title" : "session.done_feedback"]
  void showToast({
    tone: "success",
    title,
    description: isRequest ? texts["schedule.success"] : "",
    labels: labels(texts),
  })
}

export async function reportRefusal(kind: Kind, reason: string): Promise<void> {
  const texts = await requestTexts()
  const title = texts[kind === "appointment" ? "schedule.failure_title" : "session.not_done"]
  void showToast({ tone: "failure", title, description: reason, labels: labels(texts) })
}

function labels(texts: RequestTexts) {
  return { region: texts["toast.region"], close: texts["toast.close"] }
}
