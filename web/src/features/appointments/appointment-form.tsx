import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from "react"
import { fieldTexts, inWords, takeOverChecks } from "#platform/forms.ts"
import type { MessageKey } from "#platform/texts.ts"
import { Button } from "#ui/button.tsx"
import { focusFirstInvalid } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"
import { ask, type Requesting } from "./api.ts"
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
  /** The address of the page the form stands in: a plain HTML post returns there. */
  readonly page: string
  /** The office's (D5). */
  readonly timeZone: string
  readonly lengths: Readonly<Record<"name" | "email" | "description", number>>
  readonly options: Options
  readonly answer?: FormAnswer
}

/** §9: how long the confirmation stands. */
const CONFIRMED_MS = 3000

/** §2 "Book Your Session", §4: editing, submitting, then the confirmation for three seconds, or a toast. */
export function AppointmentForm({ texts, language, page, timeZone, lengths, options, answer }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [dismissed, dismiss] = useState<Requesting | null>(null)
  const [sent, send, sending] = useActionState(
    (_: Requesting | null, typed: FormData) => ask(typed, language, timeZone),
    null,
  )
  useEffect(() => {
    if (!sent || !form.current) return
    respond(sent, form.current, texts)
    if (sent.state !== "sent") return
    const closing = setTimeout(() => dismiss(sent), CONFIRMED_MS)
    return () => clearTimeout(closing)
  }, [sent, texts])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (!sending) startTransition(() => send(typed))
  }

  const isConfirmed = sent?.state === "sent" && sent !== dismissed
  const errors = sent ? fieldTexts(sent, texts) : inWords(answer?.fields ?? {}, texts)
  const values = sent?.state === "sent" || answer?.sent ? {} : (answer?.values ?? {})
  return (
    <>
      {isConfirmed && <Confirmation texts={texts} onAnother={() => dismiss(sent)} />}
      <form
        className="grid gap-5"
        method="post"
        action="/api/appointments"
        hidden={isConfirmed}
        ref={(element) => {
          form.current = element
          takeOverChecks(element)
        }}
        onSubmit={submit}
      >
        {!sent && answer && (
          <Notice failed={!answer.sent}>
            {answer.sent ? texts["schedule.success"] : (answer.message ?? texts["login.wrong"])}
          </Notice>
        )}
        <input type="hidden" name="page" value={page} />
        <Fields {...{ texts, language, timeZone, lengths, options, values, errors }} />
        <Button type="submit" className="w-full" disabled={sending}>
          {sending ? texts["schedule.submitting"] : texts["schedule.submit"]}
        </Button>
      </form>
    </>
  )
}

function respond(sent: Requesting, form: HTMLFormElement, texts: Texts): void {
  const labels = { region: texts["toast.region"], close: texts["toast.close"] }
  if (sent.state === "sent") {
    form.reset()
    const [title, description] = [texts["schedule.success_title"], texts["schedule.success"]]
    void showToast({ tone: "success", title, description, labels })
    return
  }
  void showToast({ tone: "failure", title: texts["schedule.failure_title"], description: reason(sent, texts), labels })
  focusFirstInvalid(form)
  // A button that was disabled while sending has lost the focus it had.
  if (document.activeElement === document.body) form.querySelector("button")?.focus({ preventScroll: true })
}

/** §7, §8: the server's message, the fixed one of an answer that is not OK, or the one of a line that broke. */
function reason(sent: Exclude<Requesting, { state: "sent" }>, texts: Texts): string {
  if (sent.state === "invalid") return texts["login.wrong"]
  return sent.message ?? (sent.status === null ? texts["schedule.failure"] : texts["schedule.refused"])
}
