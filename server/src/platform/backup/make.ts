import { createReadStream } from "node:fs"
import { mkdtemp, open, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { generateIdentity, identityToRecipient } from "age-encryption"
import type { Where } from "#platform/db/connection.ts"
import { startEmbedded } from "#platform/db/embedded.ts"
import { seal, unseal } from "./archive.ts"
import { dump } from "./dump.ts"
import type { RowCounts } from "./format.ts"
import { load } from "./load.ts"

interface Options {
  readonly recipient: string
  readonly header: readonly string[]
  readonly file: string
  /** For a database that exists while the backup is checked. */
  readonly folder: string
}

export interface MadeBackup {
  readonly bytes: number
  readonly rows: RowCounts
}

/**
 * A backup is also encrypted for a key that only this call has, so that reading it back needs no secret on this machine.
 * @throws BackupUnusableError, DatabaseUnusableError; the file is gone then
 */
export async function makeBackup(where: Where, { recipient, header, file, folder }: Options): Promise<MadeBackup> {
  const identity = await generateIdentity()
  // A file that exists is another backup.
  const handle = await open(file, "wx", 0o600)
  try {
    const archive = await seal(dump(where, header), [recipient, await identityToRecipient(identity)])
    await pipeline(archive, handle.createWriteStream({ flush: true }))
    const rows = await restoreOnce(file, identity, folder)
    return { rows, bytes: (await stat(file)).size }
  } catch (error) {
    await handle.close()
    await rm(file, { force: true })
    throw error
  }
}

async function restoreOnce(file: string, identity: string, folder: string): Promise<RowCounts> {
  const scratch = await mkdtemp(join(folder, "check-"))
  try {
    const embedded = await startEmbedded(join(scratch, "postgres"), { settings: SCRATCH })
    try {
      const { rows } = await load(embedded, unseal(createReadStream(file), identity))
      return rows
    } finally {
      await embedded.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Nobody needs the scratch database after a power failure. */
const SCRATCH = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" }
