import { clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import type { OpenSlot } from "@haitech/contract/slots"
import { useEffect, useState } from "react"
import { request } from "#platform/http/request.ts"

/** The most that one request returns. */
const DAYS = "42"

type Picker = typeof import("./hour-picker.tsx").HourPicker

export type Hours =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | { readonly state: "none" }
  | { readonly state: "shown"; readonly slots: readonly OpenSlot[]; readonly Picker: Picker }

/** The open hours of the coming weeks, with the script that shows them. `reload` keeps the old ones until the new come. */
export function useOpenHours(language: Language, timeZone: string, isWanted: boolean) {
  const [hours, setHours] = useState<Hours>({ state: "loading" })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    let isUnmounted = false
    const settle = (next: Hours) => void (isUnmounted || setHours(next))
    load(language, timeZone).then(settle, () => settle({ state: "failed" }))
    return () => {
      isUnmounted = true
    }
  }, [language, timeZone, isWanted, attempt])
  return { hours, reload: () => setAttempt((last) => last + 1) }
}

async function load(language: Language, timeZone: string): Promise<Hours> {
  const [{ HourPicker }, slots] = await Promise.all([import("./hour-picker.tsx"), loadSlots(language, timeZone)])
  return slots.length > 0 ? { state: "shown", slots, Picker: HourPicker } : { state: "none" }
}

/** The open slots of the coming weeks, also the taken ones. @throws what `request` throws */
export function loadSlots(language: Language, timeZone: string): Promise<readonly OpenSlot[]> {
  const { date } = clockAt(new Date().toISOString(), timeZone)
  return request(routes.listOpenSlots, { query: { date, days: DAYS } }, language)
}
