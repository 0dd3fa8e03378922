import { RETENTION, RETENTION_KINDS } from "@haitech/contract/retention"
import type { Deps } from "#deps.ts"
import type { Pages } from "#platform/http/pages.ts"
import { currentPeriods } from "#platform/retention/periods.ts"

export async function mountSystemPages(
  pages: Pick<Pages, "revalidate">,
  deps: Pick<Deps, "db" | "now">,
): Promise<void> {
  const readPeriods = async () => {
    const retention = await currentPeriods(deps)
    return RETENTION_KINDS.some((kind) => retention[kind] !== RETENTION[kind].max) ? { retention } : {}
  }
  await pages.revalidate("/privacy", readPeriods, ["retention_periods"])
}
