import { useEffect } from "react"

let isSkipped = false

/** The browser asks before a page with unsaved input is closed. */
export function useUnloadQuestion(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const onBeforeUnload = (event: Event) => {
      if (!isSkipped) event.preventDefault()
    }
    addEventListener("beforeunload", onBeforeUnload)
    return () => removeEventListener("beforeunload", onBeforeUnload)
  }, [isDirty])
}

/** For a page that closes whatever its user answers. */
export function skipUnloadQuestion(): void {
  isSkipped = true
}
