import { type FormEvent, useState } from "react"
import { type AdminText, serverProblem, useAdminApp } from "#platform/app.tsx"
import { useErrors } from "#platform/use-errors.ts"
import { useResultFocus } from "#ui/use-result-focus.ts"

/** What is said when a field is wrong before anything is sent: §5's title and message. */
export interface FormError {
  readonly field: string
  readonly title: AdminText
  readonly message: AdminText
}

interface Options {
  /** What is wrong with what was typed. The first of it is told, all of it is marked. */
  readonly check: (typed: Readonly<Record<string, string>>) => readonly FormError[]
  readonly send: (typed: Readonly<Record<string, string>>) => void
  readonly isPending: boolean
  /** Of the call. */
  readonly error: unknown
}

/** A form of the office: §5's complaint before it is sent, under its field and as a toast; then what the server says. */
export function useAdminForm({ check, send, isPending, error }: Options) {
  const { t, showToast } = useAdminApp()
  const [complaints, setComplaints] = useState<readonly FormError[]>([])
  const isOurs = complaints.length > 0
  const said = isOurs
    ? Object.fromEntries(complaints.map(({ field, message }) => [field, t(message)]))
    : serverProblem(error).fields
  const answer = isOurs ? complaints : error
  const { errors, onInput } = useErrors(said, answer)
  const element = useResultFocus(answer)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const wrong = check(typed)
    setComplaints(wrong)
    const [first] = wrong
    if (first) showToast("failure", t(first.title), t(first.message))
    else send(typed)
  }

  return { errors, form: { ref: element, onInput, onSubmit: submit, noValidate: true, className: "grid gap-5" } }
}

/** The fields that hold nothing but spaces. */
export function empties(
  typed: Readonly<Record<string, string>>,
  complaints: readonly FormError[],
): readonly FormError[] {
  return complaints.filter(({ field }) => !typed[field]?.trim())
}

/** One kind of complaint at a time, in their order. */
export function firstOf(...kinds: readonly (readonly FormError[])[]): readonly FormError[] {
  return kinds.find(({ length }) => length > 0) ?? []
}
