import { isSameWeek, OPENING_HOURS } from "@haitech/contract/opening-hours"
import type { Deps } from "#deps.ts"
import type { Pages } from "#platform/http/pages.ts"
import { openingStatus } from "./service/opening-hours.ts"

const CLOSED_DAYS = 5
const AHEAD_MS = 30 * 86_400_000

export async function mountChatPages(
  pages: Pick<Pages, "revalidate">,
  deps: Pick<Deps, "db" | "now" | "site">,
): Promise<void> {
  const readOpeningHours = async () => {
    const { week, closedDays } = await openingStatus(deps)
    const soon = closedDays.filter((day) => Date.parse(day) - deps.now().getTime() < AHEAD_MS).slice(0, CLOSED_DAYS)
    const changed = isSameWeek(week, OPENING_HOURS) ? {} : { week }
    return soon.length > 0 || changed.week ? { openingHours: { ...changed, closedDays: soon } } : {}
  }
  await pages.revalidate("/contact", readOpeningHours, ["closed_days", "opening_hours"])
}
