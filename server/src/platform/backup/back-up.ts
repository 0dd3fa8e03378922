import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Where } from "#platform/db/connection.ts"
import { VERSION } from "#platform/release.ts"
import { SECRET } from "./format.ts"
import { removeLeftovers } from "./leftovers.ts"
import { type MadeBackup, makeBackup } from "./make.ts"
import { backupName } from "./names.ts"
import { type BackupStore, prune } from "./store.ts"

export interface BackupSettings {
  readonly where: Where
  readonly dataDir: string
  readonly store: BackupStore
  readonly recipient: string
  readonly keep: number
  /** Of this installation, where no setting has it: without it nobody can use what is stored encrypted. */
  readonly secret: string | undefined
}

interface StoredBackup extends MadeBackup {
  readonly name: string
}

const WORK = "backup-"

/** @throws BackupUnusableError, DatabaseUnusableError, or the error of the store; no file is left then */
export async function backUp(settings: BackupSettings, now: Date): Promise<StoredBackup> {
  const { where, dataDir, store, recipient, keep, secret } = settings
  await removeLeftovers(dataDir, new RegExp(`^${WORK}`))
  const work = await mkdtemp(join(dataDir, WORK))
  try {
    const file = join(work, "backup")
    const header = [`HaiTech ${VERSION}, ${now.toISOString()}`, ...(secret ? [SECRET + secret] : [])]
    const made = await makeBackup(where, { recipient, header, file, folder: work })
    const name = backupName(now)
    await store.put(file, name)
    await prune(store, keep)
    return { ...made, name }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
