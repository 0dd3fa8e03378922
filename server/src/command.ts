import { join } from "node:path"
import { type Config, ConfigError } from "./config.ts"
import { BackupUnusableError } from "./platform/backup/unusable.ts"
import type { Where } from "./platform/db/connection.ts"
import { startEmbedded } from "./platform/db/embedded.ts"
import { DatabaseUnusableError } from "./platform/db/unusable.ts"

/** Uses the database of the settings; beside a running server that is the server's. */
export async function withDatabase<T>({ databaseUrl, dataDir }: Config, run: (where: Where) => Promise<T>): Promise<T> {
  if (databaseUrl) return await run(databaseUrl)
  const embedded = await startEmbedded(join(dataDir, "postgres"), { log: console.error })
  try {
    return await run(embedded)
  } finally {
    await embedded.stop()
  }
}

/** Runs a command. What the operator can mend is said in a line, everything else with its stack. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const isExpected = EXPECTED.some((type) => error instanceof type) || isOfFile(error)
    console.error(isExpected ? (error as Error).message : error)
    process.exitCode = 1
  }
}

const EXPECTED = [BackupUnusableError, ConfigError, DatabaseUnusableError]

function isOfFile(error: unknown): boolean {
  return error instanceof Error && "path" in error && "syscall" in error
}
