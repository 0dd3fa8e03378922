import { clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import type { OpenSlot } from "@haitech/contract/slots"
import { CallFailed, request } from "#platform/http/request.ts"

/** The most that one request returns. */
const DAYS = "42"

/** The open slots of the coming weeks, also the taken ones. @throws what `request` throws */
export function loadSlots(language: Language, timeZone: string): Promise<readonly OpenSlot[]> {
  const { date } = clockAt(new Date().toISOString(), timeZone)
  return request(routes.listOpenSlots, { query: { date, days: DAYS } }, language)
}

/** The free hours that a refusal names. */
export function startsOf(error: unknown): readonly string[] {
  return (error instanceof CallFailed && error.problem?.starts) || []
}
