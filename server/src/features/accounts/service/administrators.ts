import type { Deps } from "#deps.ts"
import { selectAdministrators } from "#features/accounts/queries/administrators.ts"

export async function administrators({ db }: Pick<Deps, "db">) {
  const rows = await selectAdministrators(db)
  return rows.toSorted((a, b) => a.name.localeCompare(b.name))
}
