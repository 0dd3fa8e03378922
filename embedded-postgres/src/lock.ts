import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { EmbeddedPostgresError } from "./error.ts"

/** The kernel releases a dead process's lock. @throws EmbeddedPostgresError when it is held for two minutes. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  // An empty SQLite file that is never written to: Node has no other access to locks of the operating system.
  const lock = withSystemCode(file, () => new DatabaseSync(file, { timeout: 0 }))
  try {
    for (const until = Date.now() + TIMEOUT_MS; !withSystemCode(file, () => acquire(lock)); await sleep(20)) {
      if (Date.now() > until) {
        throw new EmbeddedPostgresError(`Another process holds ${file} and does not release it: end that process.`)
      }
    }
    return await work()
  } finally {
    lock.close()
  }
}

function acquire(lock: DatabaseSync): boolean {
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive") // A journal in a file would fail on a full disk.
    return true
  } catch (error) {
    if (resultOf(error) === BUSY) return false
    throw error
  }
}

function withSystemCode<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const code = resultOf(error) === FULL ? "ENOSPC" : "EACCES"
    throw Object.assign(new Error(`${file} cannot be locked`, { cause: error }), { code })
  }
}

function resultOf(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined
}

const TIMEOUT_MS = 120_000 // A first start on a slow disk, or a recovery after a crash, takes long.

const BUSY = 5 // https://www.sqlite.org/rescode.html
const FULL = 13
