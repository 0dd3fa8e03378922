import type { Language } from "@haitech/contract/languages"
import type { OpenSlot } from "@haitech/contract/slots"
import { useEffect, useState } from "react"
import { loadSlots } from "./load-slots.ts"

export type Hours =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | { readonly state: "shown"; readonly slots: readonly OpenSlot[] }

interface Options {
  readonly language: Language
  readonly timeZone: string
}

/** The open hours of the coming weeks. `reload` keeps the old ones until the new come. */
export function useOpenHours({ language, timeZone }: Options) {
  const [hours, setHours] = useState<Hours>({ state: "loading" })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    const settle = (next: Hours) => void (isUnmounted || setHours(next))
    loadSlots(language, timeZone).then(
      (slots) => settle({ state: "shown", slots }),
      () => settle({ state: "failed" }),
    )
    return () => {
      isUnmounted = true
    }
  }, [language, timeZone, attempt])
  return { hours, reload: () => setAttempt((last) => last + 1) }
}
