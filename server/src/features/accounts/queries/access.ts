import { deviceCodes, passwordResetTokens, pendingSignIns, sessions } from "#features/accounts/table.ts"
import type { Db } from "#platform/db/client.ts"

/** After a restore: sessions, links and codes that ended since the backup would be valid again. */
export async function endAllAccess(db: Db): Promise<void> {
  for (const table of [sessions, pendingSignIns, passwordResetTokens, deviceCodes]) await db.delete(table)
}
