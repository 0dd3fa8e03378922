import { clockAt } from "@haitech/contract/clock"
import { SLOT_DAYS } from "@haitech/contract/slots"
import type { Deps } from "#deps.ts"
import type { Pages } from "#platform/http/pages.ts"
import { listOpen } from "./service/open-slots.ts"

/** Only while some hour is open does `/schedule` reserve the place for the hours, which the browser then asks for. */
export async function mountSchedulePage(
  pages: Pick<Pages, "revalidate">,
  deps: Pick<Deps, "db" | "now" | "site">,
): Promise<void> {
  await pages.revalidate("/schedule", async () => {
    const { date } = clockAt(deps.now().toISOString(), deps.site.timeZone)
    const hours = await listOpen(deps, { date, days: SLOT_DAYS.max })
    return { hasOpenHours: hours.length > 0 }
  })
}
