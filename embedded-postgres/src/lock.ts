import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { EmbeddedDatabaseError } from "#platform/db/unusable.ts"

/**
 * Runs `work` while no other process, and nobody else in this one, holds the lock `file`. The kernel takes the lock
 * back from a process that dies, so there is no stale lock to recognise and none to steal by mistake.
 * @throws EmbeddedDatabaseError when it cannot be had within two minutes.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  // An empty SQLite file, never written to: the one way in Node to a lock that the operating system holds.
  const lock = trying(file, () => new DatabaseSync(file, { timeout: 0 }))
  try {
    for (const until = Date.now() + PATIENCE; !trying(file, () => tookHold(lock)); await sleep(20)) {
      if (Date.now() > until) {
        throw new EmbeddedDatabaseError(`Another process holds ${file} and does not let go: end it.`)
      }
    }
    return await work()
  } finally {
    lock.close()
  }
}

function tookHold(lock: DatabaseSync): boolean {
  try {
    // The journal is kept out of a file, which a full disk would refuse.
    lock.exec("pragma journal_mode = memory; begin exclusive")
    return true
  } catch (error) {
    if (resultOf(error) === BUSY) return false
    throw error
  }
}

/** Gives an error of SQLite the code that the operating system would have given. */
function trying<T>(file: string, act: () => T): T {
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

/** Milliseconds. A first start on a slow disk, or a recovery after a crash, is to be waited for. */
const PATIENCE = 120_000

// https://www.sqlite.org/rescode.html
const BUSY = 5
const FULL = 13
