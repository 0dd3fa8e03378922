import type { Language } from "@haitech/contract/languages"
import type { OpenSlot } from "@haitech/contract/slots"
import { useCallback, useEffect, useState } from "react"
import { type PackedSlots, unpackSlots } from "./packed-slots.ts"

/** A page that the browser has held for longer shows hours that may be gone. */
const OLD_MS = 60_000

interface Options {
  readonly language: Language
  readonly timeZone: string
}

/** The open hours of a page, read again when the visitor comes back to it. Where that fails they stay. */
export function useHoursOfPage({ language, timeZone }: Options, packed: PackedSlots | undefined) {
  const [slots, setSlots] = useState<readonly OpenSlot[]>(() => (packed ? unpackSlots(packed) : []))
  const hasHours = packed !== undefined
  const refresh = useCallback(() => {
    import("./load-slots.ts").then(({ loadSlots }) => loadSlots(language, timeZone)).then(setSlots, () => undefined)
  }, [language, timeZone])
  useEffect(() => {
    if (!hasHours) return
    const onVisible = () => void (document.visibilityState === "visible" && refresh())
    if (performance.now() > OLD_MS) refresh()
    document.addEventListener("visibilitychange", onVisible)
    return () => document.removeEventListener("visibilitychange", onVisible)
  }, [hasHours, refresh])
  return { slots, refresh }
}
