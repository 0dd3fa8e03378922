import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"

/** The title and the message of a validation error before the request (spec §5). */
export interface FormError {
  readonly field: string
  readonly title: AdminText
  readonly message: AdminText
}

type Values = Readonly<Record<string, string>>

interface Options {
  /** Returns the errors of the form. A toast shows the first one; all their fields are marked. */
  readonly check: (values: Values) => readonly FormError[]
  readonly send: (values: Values) => Promise<unknown>
  /** The toast of a failed request; the server's message replaces the second text. */
  readonly failure: readonly [title: AdminText, message: AdminText]
}

/** A form of the admin area. Validation errors (spec §5) and server errors show under their fields and as a toast. */
export function useAdminForm({ check, send, failure }: Options) {
  const { t, showToast } = useAdminApp()
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const values = readValues(input)
      const found = check(values)
      if (found.length === 0) return { state: "sent", body: await send(values) }
      return { state: "invalid", texts: Object.fromEntries(found.map(({ field, message }) => [field, t(message)])) }
    },
    onResult(result, element) {
      const [first] = result.state === "invalid" ? check(readValues(new FormData(element))) : []
      if (first) showToast("failure", t(first.title), t(first.message))
      const [title, message] = failure
      if (result.state === "refused") showToast("failure", t(title), result.message ?? t(message))
    },
  })
  return { isSending, errors, form: { ...form, className: "grid gap-5" } }
}

function readValues(input: FormData): Values {
  return Object.fromEntries([...input].map(([name, value]) => [name, String(value)]))
}

export function missingFields(values: Values, formErrors: readonly FormError[]): readonly FormError[] {
  return formErrors.filter(({ field }) => !values[field]?.trim())
}

/** The first group that has errors, so that only one kind of error shows at a time. */
export function firstNonEmpty(...groups: readonly (readonly FormError[])[]): readonly FormError[] {
  return groups.find(({ length }) => length > 0) ?? []
}
