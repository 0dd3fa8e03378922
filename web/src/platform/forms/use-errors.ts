import { type FormEvent, useState } from "react"

/** Hides a field's error once the user edits it. `onInput` goes to the form; `response` is new for each submit. */
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
