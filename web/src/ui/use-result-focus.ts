import { type RefObject, useEffect, useRef } from "react"
import { focusAfterSubmit } from "./field.tsx"

/**
 * Moves the focus after each submit of a `<form>` that is disabled meanwhile. `result` is the last submit's result, a
 * new object each time.
 */
export function useResultFocus(result: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result && form.current) focusAfterSubmit(form.current)
  }, [result])
  return form
}
