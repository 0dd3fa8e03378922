import { clockAt } from "@haitech/contract/clock"
import { SLOT_DAYS } from "@haitech/contract/slots"
import type { Deps } from "#deps.ts"
import type { Pages } from "#platform/http/pages.ts"
import { readProofPage } from "./service/hours-proofs.ts"
import { listOpen } from "./service/open-slots.ts"

export async function mountAppointmentPages(
  pages: Pick<Pages, "revalidate" | "renderOnDemand">,
  deps: Pick<Deps, "db" | "now" | "site" | "organization">,
): Promise<void> {
  pages.renderOnDemand("/hours-proof/", async (code) => {
    const hoursProof = await readProofPage(deps, code)
    return hoursProof ? { hoursProof } : null
  })
  const readOpenHours = async () => {
    const { date: today } = clockAt(deps.now().toISOString(), deps.site.timeZone)
    const slots = await listOpen(deps, { date: today, days: SLOT_DAYS.max })
    return slots.length > 0 ? { openHours: { today, slots } } : {}
  }
  await pages.revalidate("/schedule", readOpenHours, [
    "appointments",
    "available_time_slots",
    "screenings",
    "tutors",
    "users",
  ])
}
