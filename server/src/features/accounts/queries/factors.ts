import { sql } from "drizzle-orm"
import { passkeys, totpSecrets } from "#features/factors/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export interface FactorKinds {
  readonly app: boolean
  readonly passkey: boolean
}

/** The second factors of an account. Recovery codes do not count: they stand in for one of these. */
export async function findFactorKinds(db: Db | Tx, userId: string): Promise<FactorKinds> {
  const { rows } = await db.execute<{ app: boolean; passkey: boolean }>(sql`
    select exists (select from ${totpSecrets} where user_id = ${userId}) as app,
      exists (select from ${passkeys} where user_id = ${userId}) as passkey`)
  return rows[0] ?? { app: false, passkey: false }
}
