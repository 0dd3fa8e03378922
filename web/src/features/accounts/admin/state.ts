import { type FormEvent, useState } from "react"
import { type AdminText, serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { useErrors } from "#platform/forms/use-errors.ts"
import { useResultFocus } from "#ui/use-result-focus.ts"

/** The title and the message of a validation error before the request (spec §5). */
export interface FormError {
  readonly field: string
  readonly title: AdminText
  readonly message: AdminText
}

interface Options {
  /** Returns the errors of the form. A toast shows the first one; all their fields are marked. */
  readonly check: (values: Readonly<Record<string, string>>) => readonly FormError[]
  readonly send: (values: Readonly<Record<string, string>>) => void
  readonly isPending: boolean
  /** The error of the last request. */
  readonly error: unknown
}

/** A form of the admin area. Validation errors (spec §5) and server errors show under their fields and as a toast. */
export function useAdminForm({ check, send, isPending, error }: Options) {
  const { t, showToast } = useAdminApp()
  const [formErrors, setFormErrors] = useState<readonly FormError[]>([])
  const hasFormErrors = formErrors.length > 0
  const fieldTexts = hasFormErrors
    ? Object.fromEntries(formErrors.map(({ field, message }) => [field, t(message)]))
    : serverProblem(error).fields
  const result = hasFormErrors ? formErrors : error
  const { errors, onInput } = useErrors(fieldTexts, result)
  const element = useResultFocus(result)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const found = check(values)
    setFormErrors(found)
    const [first] = found
    if (first) showToast("failure", t(first.title), t(first.message))
    else send(values)
  }

  return { errors, form: { ref: element, onInput, onSubmit: submit, noValidate: true, className: "grid gap-5" } }
}

/** The errors of the fields that are blank. */
export function missingFields(
  values: Readonly<Record<string, string>>,
  formErrors: readonly FormError[],
): readonly FormError[] {
  return formErrors.filter(({ field }) => !values[field]?.trim())
}

/** The first group that has errors, so that only one kind of error shows at a time. */
export function firstNonEmpty(...groups: readonly (readonly FormError[])[]): readonly FormError[] {
  return groups.find(({ length }) => length > 0) ?? []
}
