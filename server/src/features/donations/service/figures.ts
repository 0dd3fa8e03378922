import { clockAt } from "@haitech/contract/clock"
import type { GiftFigures } from "@haitech/contract/pages"
import type { Deps } from "#deps.ts"
import { countGiftFigures } from "#features/donations/queries/figures.ts"

const DAY_MS = 86_400_000
const RECOUNT_MS = 10 * 60_000

/**
 * What donors see of the work that gifts pay for: numbers of all learners together, without names, programs or places.
 * Today does not count: otherwise reloading the page would tell when somebody joins. The tables are counted every ten
 * minutes.
 */
export function createGiftFigures({ db, now, site }: Pick<Deps, "db" | "now" | "site">): () => Promise<GiftFigures> {
  let latest: { readonly figures: GiftFigures; readonly countedAt: number } | undefined
  return async () => {
    const countedAt = now().getTime()
    if (latest && countedAt - latest.countedAt < RECOUNT_MS) return latest.figures
    const today = clockAt(new Date(countedAt).toISOString(), site.timeZone).date
    const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
    const figures = await countGiftFigures(db, yesterday, site.timeZone)
    latest = { figures, countedAt }
    return figures
  }
}
