import { clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import type { OpenSlot } from "@haitech/contract/slots"
import { useEffect, useState } from "react"
import { CallFailed, request } from "#platform/http/request.ts"

/** The most that one request returns. */
const DAYS = "42"
const MINUTE_MS = 60_000

/** `script` is what shows the slots. */
export type Hours<Script> =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | { readonly state: "shown"; readonly slots: readonly OpenSlot[]; readonly script: Script }

interface Options<Script> {
  readonly language: Language
  readonly timeZone: string
  readonly isWanted: boolean
  /** The same function in every render. */
  readonly loadScript: () => Promise<Script>
}

/** The open hours of the coming weeks. `reload` keeps the old ones until the new come. */
export function useOpenHours<Script>({ language, timeZone, isWanted, loadScript }: Options<Script>) {
  const [hours, setHours] = useState<Hours<Script>>({ state: "loading" })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    let isUnmounted = false
    const settle = (next: Hours<Script>) => void (isUnmounted || setHours(next))
    Promise.all([loadSlots(language, timeZone), loadScript()]).then(
      ([slots, script]) => settle({ state: "shown", slots, script }),
      () => settle({ state: "failed" }),
    )
    return () => {
      isUnmounted = true
    }
  }, [language, timeZone, isWanted, loadScript, attempt])
  return { hours, reload: () => setAttempt((last) => last + 1) }
}

/** The open slots of the coming weeks, also the taken ones. @throws what `request` throws */
export function loadSlots(language: Language, timeZone: string): Promise<readonly OpenSlot[]> {
  const { date } = clockAt(new Date().toISOString(), timeZone)
  return request(routes.listOpenSlots, { query: { date, days: DAYS } }, language)
}

export function minutesOf({ startsAt, endsAt }: Pick<OpenSlot, "startsAt" | "endsAt">): number {
  return (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS
}

/** The free hours that a refusal names. */
export function startsOf(error: unknown): readonly string[] {
  return (error instanceof CallFailed && error.problem?.starts) || []
}
