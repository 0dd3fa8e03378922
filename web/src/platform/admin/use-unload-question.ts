import { useEffect } from "react"

/** The browser asks before a page with unsaved input is closed. */
export function useUnloadQuestion(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const onBeforeUnload = (event: Event) => event.preventDefault()
    addEventListener("beforeunload", onBeforeUnload)
    return () => removeEventListener("beforeunload", onBeforeUnload)
  }, [isDirty])
}
