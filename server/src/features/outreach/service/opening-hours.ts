import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { formatOpenDays, isSameWeek, OPENING_HOURS, type OpeningWeek } from "@haitech/contract/opening-hours"
import type { Deps } from "#deps.ts"
import { openingStatus } from "#features/chat/service/opening-hours.ts"
import { text } from "#platform/messages.ts"

/** When the team is here, and outside these hours when it is back. */
export async function openingSentences(
  deps: Pick<Deps, "db" | "now" | "site">,
  language: Language,
): Promise<readonly string[]> {
  const { timeZone } = deps.site
  const { week, opensAt } = await openingStatus(deps)
  const hours = hoursOf(language, week, timeZone)
  if (!opensAt) return [hours]
  const at = opensAt.toISOString()
  const [day, time] = [formatDay(language, at, timeZone), formatHour(language, at, timeZone)]
  return [hours, text(language, "mail.contact.back", { day, time, city: cityOf(timeZone) })]
}

function hoursOf(language: Language, week: OpeningWeek, timeZone: string): string {
  if (isSameWeek(week, OPENING_HOURS)) return text(language, "mail.contact.hours", {})
  const values = { hours: formatOpenDays(language, week), city: cityOf(timeZone) }
  return text(language, "mail.contact.hours_set", values)
}
