import type { OwnAppointment } from "@haitech/contract/appointments"
import { type FormEvent, useId, useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { StarField } from "#ui/star-field.tsx"
import { Stars } from "#ui/stars.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import type { SessionChange } from "./use-session-change.ts"

export const FEEDBACK_TEXTS = [
  "session.feedback_title",
  "session.rating",
  "session.star",
  "session.comment",
  "session.feedback_submit",
  "form.optional",
  "field.rating.invalid",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof FEEDBACK_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly lengths: { readonly description: number }
  readonly session: OwnAppointment
  readonly isBusy: boolean
  /** Before the form is sent: the connection may end until then. */
  readonly onPrepare: () => void
  readonly onSend: (change: SessionChange) => Promise<boolean>
}

/** What the student says about a completed session: once, and then it stays in view. */
export function SessionFeedback({ session, ...form }: Props) {
  const { feedback } = session
  const { texts } = form
  if (!feedback) return <FeedbackForm {...form} />
  return (
    <div className="grid gap-2">
      <Stars rating={feedback.rating} label={fill(texts["session.star"], { count: feedback.rating })} />
      {feedback.comment && <p className="text-muted">{feedback.comment}</p>}
    </div>
  )
}

function FeedbackForm({ texts, lengths, isBusy, onPrepare, onSend }: Omit<Props, "session">) {
  const id = useId()
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const rating = Number(form.get("rating"))
    setMissing(!rating)
    if (!rating) {
      event.currentTarget.querySelector("input")?.focus()
      return
    }
    void onSend({ change: "feedback", rating, comment: String(form.get("comment")) })
  }

  return (
    <form className="feedback-form" noValidate onInput={onPrepare} onSubmit={submit} aria-labelledby={id}>
      <p className="strong" id={id}>
        {texts["session.feedback_title"]}
      </p>
      <StarField
        legend={texts["session.rating"]}
        name="rating"
        labels={[1, 2, 3, 4, 5].map((count) => fill(texts["session.star"], { count }))}
        error={isMissing ? texts["field.rating.invalid"] : undefined}
        onChange={() => setMissing(false)}
      />
      <TextAreaField
        label={texts["session.comment"]}
        note={texts["form.optional"]}
        name="comment"
        maxLength={lengths.description}
      />
      <p>
        <Button type="submit" compact disabled={isBusy}>
          {texts["session.feedback_submit"]}
        </Button>
      </p>
    </form>
  )
}
