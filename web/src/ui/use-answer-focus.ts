import { type RefObject, useEffect, useRef } from "react"
import { focusAfterSending } from "./field.tsx"

/** For a `<form>` that is disabled while it is sent. `handle` is what it was told last: another one each time. */
export function useAnswerFocus(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer && form.current) focusAfterSending(form.current)
  }, [answer])
  return form
}
