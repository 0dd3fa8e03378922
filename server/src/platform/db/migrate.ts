import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate as applyAll } from "drizzle-orm/node-postgres/migrator"
import { connectToSupported } from "./client.ts"
import { disconnect, type Where } from "./connection.ts"

export const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url))

/** One transaction; of concurrent processes one migrates. @throws DatabaseUnusableError */
export async function migrate(where: Where, folder: string = migrationsFolder): Promise<void> {
  const client = await connectToSupported(where, { statement_timeout: 0, lock_timeout: 0 })
  try {
    await drizzle({ client }).transaction(async (tx) => {
      // A lock of the transaction, because a lost connection would release a session lock before the work ends.
      await tx.execute(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      // From here on, waiting for a lock would also block every query that queues behind this one.
      await tx.execute("set local lock_timeout = '10s'")
      await applyAll(tx, { migrationsFolder: folder })
    })
  } finally {
    await disconnect(client)
  }
}

const MIGRATION_LOCK = 4_175_211_804
