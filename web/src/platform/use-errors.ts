import { type FormEvent, useState } from "react"

/**
 * What is said of the fields of a form, of each until it is typed into. `handle` is what says it: another one each time.
 * `onInput` goes to the `<form>`.
 */
export function useErrors(said: Readonly<Record<string, string>>, answer: unknown) {
  // Of each field typed into since, the answer that it corrects.
  const [corrected, correct] = useState<Readonly<Record<string, unknown>>>({})
  return {
    errors: Object.fromEntries(Object.entries(said).filter(([field]) => corrected[field] !== answer)),
    onInput({ target }: FormEvent) {
      const field = (target as HTMLInputElement).name
      if (said[field]) correct({ ...corrected, [field]: answer })
    },
  }
}
