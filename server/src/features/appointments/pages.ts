import { clockAt } from "@haitech/contract/clock"
import { SLOT_DAYS } from "@haitech/contract/slots"
import type { Deps } from "#deps.ts"
import type { Pages } from "#platform/http/pages.ts"
import { readLetterPage } from "./service/letters.ts"
import { listOpen } from "./service/open-slots.ts"

export async function mountAppointmentPages(
  pages: Pick<Pages, "revalidate" | "renderOnDemand">,
  deps: Pick<Deps, "db" | "now" | "site" | "organization">,
): Promise<void> {
  pages.renderOnDemand("/hours-letter/", async (code) => {
    const hoursLetter = await readLetterPage(deps, code)
    return hoursLetter ? { hoursLetter } : null
  })
  await pages.revalidate("/schedule", async () => {
    const { date: today } = clockAt(deps.now().toISOString(), deps.site.timeZone)
    const slots = await listOpen(deps, { date: today, days: SLOT_DAYS.max })
    return slots.length > 0 ? { openHours: { today, slots } } : {}
  })
}
