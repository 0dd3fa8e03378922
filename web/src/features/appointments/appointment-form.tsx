import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { failureTexts, OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"
import { type AppointmentSubmitResult, sendRequest } from "./api.ts"
import { CLOCK_TEXTS, formatRequest } from "./clocks.ts"
import { Confirmation } from "./confirmation.tsx"
import { FIELD_TEXTS, Fields, type Options } from "./fields.tsx"
import { useConfirmation } from "./use-confirmation.ts"

export const APPOINTMENT_TEXTS = [
  ...FIELD_TEXTS,
  ...CLOCK_TEXTS,
  ...OFFLINE_TEXTS,
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

/** Spec §2, §4, "Book Your Session": editing, submitting, then a confirmation for three seconds, or a toast. */
export function AppointmentForm({ texts, language, page, timeZone, lengths, options, initialResult }: Props) {
  const { isShown, summary, confirmationRef, summaryRef, show, hide } = useConfirmation()
  const { form, isSending, postResult, errors, values } = useFormSubmit({
    send: (data) => sendRequest(data, language, timeZone),
    onResult(submitted) {
      report(submitted, texts)
      if (submitted.state !== "sent") return
      const { preferredDate } = submitted.body
      show(preferredDate ? formatRequest(texts, language, timeZone, preferredDate) : "")
    },
    resetsOnSuccess: true,
    draft: "schedule",
    texts,
    initialResult,
  })
  return (
    <>
      {isShown && <Confirmation ref={confirmationRef} texts={texts} summary={summary} onAnother={hide} />}
      <form className="grid gap-5" action="/api/appointments" hidden={isShown} {...form}>
        {summary && (
          <p ref={summaryRef} className="notice" tabIndex={-1}>
            {summary}
          </p>
        )}
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

function report(result: AppointmentSubmitResult, texts: Texts): void {
  const labels = { region: texts["toast.region"], close: texts["toast.close"] }
  if (result.state === "sent") {
    const [title, description] = [texts["schedule.success_title"], texts["schedule.success"]]
    void showToast({ tone: "success", title, description, labels })
    return
  }
  const failure = { title: texts["schedule.failure_title"], description: failureText(result, texts) }
  void showToast({ tone: "failure", ...failureTexts(result, texts, failure), labels })
}

/** Spec §7, §8: the server's message, or a fixed text for a failed response or for a network failure. */
function failureText(result: Exclude<AppointmentSubmitResult, { state: "sent" }>, texts: Texts): string {
  if (result.state === "invalid") return texts["login.wrong"]
  return result.message ?? (result.status === null ? texts["schedule.failure"] : texts["schedule.refused"])
}
