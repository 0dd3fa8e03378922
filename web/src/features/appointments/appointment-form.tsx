import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { type ReactNode, type RefObject, useRef, useState } from "react"
import { failureTexts, OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Lambrequin } from "#ui/lambrequin.tsx"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"
import type { AppointmentSubmitResult } from "./api.ts"
import { CLOCK_TEXTS, formatRequest } from "./clocks.ts"
import { FIELD_TEXTS, Fields, type Options } from "./fields.tsx"
import { HourStep, STEP_TEXTS } from "./hour-step.tsx"
import type { PackedSlots } from "./packed-slots.ts"
import { useChoice, useSubjectOfAddress } from "./use-choice.ts"
import { useConfirmation } from "./use-confirmation.ts"
import { useWaitingRequests } from "./use-waiting-requests.ts"

export const APPOINTMENT_TEXTS = [
  ...FIELD_TEXTS,
  ...CLOCK_TEXTS,
  ...OFFLINE_TEXTS,
  ...STEP_TEXTS,
  "schedule.book",
  "schedule.free",
  "schedule.submit",
  "schedule.submitting",
  "schedule.success_title",
  "schedule.success",
  "schedule.another",
  "schedule.failure_title",
  "schedule.refused",
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
  "field.birth_year.invalid",
  "field.description.too_long",
] as const satisfies readonly MessageKey[]

const NONE: readonly string[] = []

type Texts = Readonly<Record<(typeof APPOINTMENT_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  readonly timeZone: string
  readonly lengths: Readonly<Record<"name" | "email" | "description", number>>
  readonly options: Options
  /** Only where some hour is open. */
  readonly openHours?: PackedSlots
  readonly initialResult?: FormAnswer
}

/** Spec §2, §4, "Book Your Session": editing, submitting, then a confirmation for three seconds, or a toast. */
export function AppointmentForm(props: Props) {
  const { texts, language, page, timeZone, lengths, options, openHours, initialResult } = props
  const { isShown, summary, confirmationRef, summaryRef, show, hide } = useConfirmation()
  const { Confirmation, sent, send } = useSending(props)
  const box = useRef<HTMLDivElement>(null)
  const choice = useChoice({ language, timeZone, openHours, posted: initialResult?.values["preferredDate"], box })
  const { form, isSending, postResult, errors, setErrors, values } = useFormSubmit({
    send,
    onResult(submitted) {
      const { starts, isKept } = sent.current
      report(submitted, texts, isKept)
      if (submitted.state === "sent" || starts.length > 0) choice.startAgain(starts)
      if (submitted.state !== "sent" || isKept) return
      const { preferredDate } = submitted.body
      show(preferredDate ? formatRequest(texts, language, timeZone, preferredDate) : "")
    },
    resetsOnSuccess: true,
    draft: "schedule",
    texts,
    initialResult,
  })
  useSubjectOfAddress(box)
  return (
    <>
      <Waiting {...{ box, language, timeZone }} />
      {isShown && Confirmation && (
        <FormCard title={texts["schedule.book"]}>
          <Confirmation ref={confirmationRef} texts={texts} summary={summary} onAnother={hide} />
        </FormCard>
      )}
      <form action="/api/appointments" hidden={isShown} {...form}>
        <div ref={box} className="grid gap-5">
          {openHours && choice.hasHours && (
            <HourStep
              {...{ texts, language, timeZone, choice, errors }}
              renderedOn={openHours.today}
              onChoose={() => setErrors({})}
            />
          )}
          <FormCard title={texts["schedule.book"]} id="schedule-title">
            <div className="grid gap-5">
              <p className="text-muted">{texts["schedule.free"]}</p>
              <Outcome {...{ texts, summary, summaryRef, postResult }} />
              <input type="hidden" name="page" value={page} />
              <Fields {...{ texts, language, timeZone, lengths, options, values, errors, choice }} />
              <Button type="submit" className="w-full" disabled={isSending}>
                {isSending ? texts["schedule.submitting"] : texts["schedule.submit"]}
              </Button>
            </div>
          </FormCard>
        </div>
      </form>
    </>
  )
}

/** `sent` is what the last attempt says beside its result. */
function useSending({ language, timeZone, openHours }: Props) {
  const [{ Confirmation }, setScript] = useState<Partial<typeof import("./confirmation.tsx")>>({})
  const sent = useRef({ starts: NONE, isKept: false })
  async function send(data: FormData): Promise<AppointmentSubmitResult> {
    // Before anything is sent: without it nobody would see that the request arrived.
    setScript(await import("./confirmation.tsx"))
    const { sendRequest } = await import("./api.ts")
    const { result, starts, isKept } = await sendRequest(data, language, timeZone)
    sent.current = { starts: openHours ? starts : NONE, isKept }
    return result
  }
  return { Confirmation, sent, send }
}

interface WaitingProps extends Pick<Props, "language" | "timeZone"> {
  readonly box: RefObject<HTMLElement | null>
}

function Waiting({ box, ...clock }: WaitingProps) {
  const waiting = useWaitingRequests(box)
  return waiting && <waiting.WaitingRequests {...waiting} {...clock} />
}

interface OutcomeProps extends Pick<ReturnType<typeof useConfirmation>, "summary" | "summaryRef"> {
  readonly texts: Texts
  readonly postResult: FormAnswer | undefined
}

/** Of the request before, or of a plain HTML post. */
function Outcome({ texts, summary, summaryRef, postResult }: OutcomeProps) {
  return (
    <>
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
    </>
  )
}

function FormCard({
  title,
  id,
  children,
}: {
  readonly title: string
  readonly id?: string
  readonly children: ReactNode
}) {
  return (
    <div className="card raised overflow-hidden rounded-xl">
      <div className="card-eave">
        <h2 id={id} className="text-[1.375rem]">
          {title}
        </h2>
        <Lambrequin id="appointment-eave" />
      </div>
      <div className="px-5 pt-12 pb-6 sm:px-8 sm:pb-8">{children}</div>
    </div>
  )
}

function report(result: AppointmentSubmitResult, texts: Texts, isKept: boolean): void {
  if (isKept) return void import("./api.ts").then(({ reportStored }) => reportStored(texts))
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
