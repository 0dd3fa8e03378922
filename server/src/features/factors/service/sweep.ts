import type { Deps } from "#deps.ts"
import { deleteExpiredSetups } from "#features/factors/queries/factors.ts"

export async function sweepFactors({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteExpiredSetups(db, now())
}
