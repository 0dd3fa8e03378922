import { type FormEvent, useState } from "react"

/**
 * Hides the error of a field once the user edits it. `response` identifies the submit that the errors belong to; it must
 * be a new value for each submit. `onInput` goes to the `<form>`.
 */
export function useErrors(all: Readonly<Record<string, string>>, response: unknown) {
  // For each edited field, the response whose error the user corrects.
  const [corrected, setCorrected] = useState<Readonly<Record<string, unknown>>>({})
  return {
    errors: Object.fromEntries(Object.entries(all).filter(([field]) => corrected[field] !== response)),
    onInput({ target }: FormEvent) {
      const field = (target as HTMLInputElement).name
      if (all[field]) setCorrected({ ...corrected, [field]: response })
    },
  }
}
