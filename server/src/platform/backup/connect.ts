import type { Client } from "pg"
import { connectToSupported } from "#platform/db/client.ts"
import type { Where } from "#platform/db/connection.ts"

const WITHOUT_LIMITS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }

export function connectWithoutLimits(
  where: Where,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Client> {
  return connectToSupported(where, { ...settings, ...WITHOUT_LIMITS })
}
