import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { useState } from "react"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"
import { type AppointmentSubmitResult, sendRequest } from "./api.ts"
import { Confirmation } from "./confirmation.tsx"
import { FIELD_TEXTS, Fields, type Options } from "./fields.tsx"

export const APPOINTMENT_TEXTS = [
  ...FIELD_TEXTS,
  "schedule.submit",
  "schedule.submitting",
  "schedule.success_title",
  "schedule.success",
  "schedule.another",
  "schedule.failure_title",
  "schedule.refused",
  "schedule.failure",
  "login.wrong",
  "toast.region",
  "toast.close",
  "field.invalid",
  "field.name.required",
  "field.name.too_long",
  "field.email.required",
  "field.email.invalid",
  "field.email.too_long",
  "field.session_type.unknown",
  "field.subject.unknown",
  "field.date.required",
  "field.date.invalid",
  "field.date.past",
  "field.time.unknown",
  "field.description.too_long",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof APPOINTMENT_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  readonly timeZone: string
  readonly lengths: Readonly<Record<"name" | "email" | "description", number>>
  readonly options: Options
  readonly initialResult?: FormAnswer
}

/** How long the confirmation is visible (spec §9). */
const CONFIRMED_MS = 3000

/** Spec §2, §4, "Book Your Session": editing, submitting, then a confirmation for three seconds, or a toast. */
export function AppointmentForm({ texts, language, page, timeZone, lengths, options, initialResult }: Props) {
  const [dismissed, dismiss] = useState<AppointmentSubmitResult | null>(null)
  const { form, result, isSending, postResult, errors, values } = useFormSubmit({
    send: (data) => sendRequest(data, language, timeZone),
    onResult: (submitted) => report(submitted, texts, () => dismiss(submitted)),
    resetsOnSuccess: true,
    texts,
    initialResult,
  })
  const isConfirmed = result?.state === "sent" && result !== dismissed
  return (
    <>
      {isConfirmed && <Confirmation texts={texts} onAnother={() => dismiss(result)} />}
      <form className="grid gap-5" action="/api/appointments" hidden={isConfirmed} {...form}>
        {postResult && (
          <Notice failed={!postResult.sent}>
            {postResult.sent ? texts["schedule.success"] : (postResult.message ?? texts["login.wrong"])}
          </Notice>
        )}
        <input type="hidden" name="page" value={page} />
        <Fields {...{ texts, language, timeZone, lengths, options, values, errors }} />
        <Button type="submit" className="w-full" disabled={isSending}>
          {isSending ? texts["schedule.submitting"] : texts["schedule.submit"]}
        </Button>
      </form>
    </>
  )
}

function report(result: AppointmentSubmitResult, texts: Texts, dismiss: () => void): void {
  const labels = { region: texts["toast.region"], close: texts["toast.close"] }
  if (result.state === "sent") {
    setTimeout(dismiss, CONFIRMED_MS)
    const [title, description] = [texts["schedule.success_title"], texts["schedule.success"]]
    void showToast({ tone: "success", title, description, labels })
    return
  }
  void showToast({
    tone: "failure",
    title: texts["schedule.failure_title"],
    description: failureText(result, texts),
    labels,
  })
}

/** Spec §7, §8: the server's message, or a fixed text for a failed response or for a network failure. */
function failureText(result: Exclude<AppointmentSubmitResult, { state: "sent" }>, texts: Texts): string {
  if (result.state === "invalid") return texts["login.wrong"]
  return result.message ?? (result.status === null ? texts["schedule.failure"] : texts["schedule.refused"])
}
