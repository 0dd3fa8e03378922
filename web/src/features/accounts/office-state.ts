import { type FormEvent, useState } from "react"
import { type OfficeText, saidOf, useOffice } from "#platform/app.tsx"
import { useAnswerFocus } from "#ui/use-answer-focus.ts"

/** What is said when a field is wrong before anything is sent: §5's title and message. */
export interface Complaint {
  readonly field: string
  readonly title: OfficeText
  readonly message: OfficeText
}

interface Options {
  /** The first thing that is wrong with what was typed. */
  readonly check: (typed: Readonly<Record<string, string>>) => Complaint | undefined
  readonly send: (typed: Readonly<Record<string, string>>) => void
  readonly isPending: boolean
  /** Of the call. */
  readonly error: unknown
}

/** A form of the office: §5's complaint before it is sent, under its field and as a toast; then what the server says. */
export function useOfficeForm({ check, send, isPending, error }: Options) {
  const { t, tell } = useOffice()
  const [complaint, setComplaint] = useState<Complaint>()
  const element = useAnswerFocus(complaint ?? error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const wrong = check(typed)
    setComplaint(wrong)
    if (wrong) tell("failure", t(wrong.title), t(wrong.message))
    else send(typed)
  }

  return {
    errors: complaint ? { [complaint.field]: t(complaint.message) } : saidOf(error).fields,
    form: { ref: element, onSubmit: submit, noValidate: true, className: "grid gap-5" },
  }
}

/** The first field that holds nothing but spaces. */
export function firstEmpty(
  typed: Readonly<Record<string, string>>,
  complaints: readonly Complaint[],
): Complaint | undefined {
  return complaints.find(({ field }) => !typed[field]?.trim())
}
