import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate as applyAll } from "drizzle-orm/node-postgres/migrator"
import { connectToSupported } from "./client.ts"
import { disconnect, type Where } from "./connection.ts"

/** The folder of the migrations that drizzle-kit generates. */
export const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url))

/**
 * Applies all pending migrations in one transaction. Any number of processes may call it at once: one migrates, the
 * others wait. A process that dies halfway leaves the database unchanged.
 * @throws DatabaseUnusableError when the server is unreachable or too old
 */
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

/** An arbitrary number that nothing else in the database locks. */
const MIGRATION_LOCK = 4_175_211_804
