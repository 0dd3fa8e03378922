import { existsSync, readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { runCommand, withDatabase } from "./command.ts"
import { type Config, readConfig } from "./config.ts"
import { endAllAccess } from "./features/accounts/queries/access.ts"
import { deleteAgain } from "./features/members/service/erasure.ts"
import { folderStore } from "./gateways/files/folder.ts"
import { openStore } from "./gateways/files.ts"
import { unseal } from "./platform/backup/archive.ts"
import { totalOf } from "./platform/backup/format.ts"
import { load } from "./platform/backup/load.ts"
import { deletedUserOf } from "./platform/backup/names.ts"
import { isPractice, markAsPractice } from "./platform/backup/practice.ts"
import { type BackupStore, backupsIn } from "./platform/backup/store.ts"
import { BackupUnusableError } from "./platform/backup/unusable.ts"
import { openDb } from "./platform/db/client.ts"
import type { Where } from "./platform/db/connection.ts"
import { migrate } from "./platform/db/migrate.ts"
import { makeFolder } from "./platform/folder.ts"

const USAGE =
  "npm run restore -- [<backup>] --key=<file with the secret key> [--practice], or npm run restore -- --finish"

// `npm run restore` fills an empty database: that of DATABASE_URL, or a new one in DATA_DIR. With `--finish` it only does
// what follows, after a restore by other tools.
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { key: { type: "string" }, practice: { type: "boolean" }, finish: { type: "boolean" } },
})
await runCommand(options.finish ? finishRestore : restore)

async function finishRestore(): Promise<void> {
  const config = readConfig()
  const deleted = config.backups ? await deletedIn(await openStore(config.backups)) : []
  const again = await withDatabase(config, async (where) => {
    await migrate(where)
    return finish(where, deleted)
  })
  console.log("Everybody signs in again.")
  reportDeleted(again)
}

async function restore(): Promise<void> {
  if (!options.key) throw new BackupUnusableError(USAGE)
  const config = readConfig()
  const { dataDir } = config
  const key = readKey(options.key)
  const { name, archive, deleted } = await findBackup(positionals[0], config)
  if (options.practice) requireNewFolder(config)
  else if (isPractice(dataDir)) throw new BackupUnusableError(`${dataDir} is the folder of a practice.`)
  makeFolder(dataDir)
  // Before there is anything that a server could send.
  if (options.practice) markAsPractice(dataDir)
  const { rows, again } = await withDatabase(config, (where) =>
    fill(where, unseal(archive, key), { ...config, deleted }),
  )
  console.log(`${name}: ${rows} rows are restored. Everybody signs in again.`)
  reportDeleted(again)
  if (options.practice) console.log(`A server with DATA_DIR=${dataDir} emails and charges nobody.`)
}

function reportDeleted(count: number): void {
  if (count > 0) console.log(`Accounts that were deleted since the backup, and are deleted again: ${count}.`)
}

async function findBackup(argument: string | undefined, { backups }: Config) {
  const isFile = argument !== undefined && existsSync(argument)
  if (!isFile && !backups) throw new BackupUnusableError(argument ? `${argument} does not exist.` : USAGE)
  const store = isFile || !backups ? folderStore(dirname(argument ?? "")) : await openStore(backups)
  const name = argument ? basename(argument) : (await backupsIn(store)).at(-1)?.name
  if (!name) throw new BackupUnusableError(`There is no backup in ${backups?.to}.`)
  return { name, archive: await store.read(name), deleted: await deletedIn(store) }
}

async function deletedIn(store: BackupStore): Promise<readonly string[]> {
  return (await store.list()).flatMap(({ name }) => deletedUserOf(name) ?? [])
}

function readKey(path: string): string {
  const key = /^AGE-SECRET-KEY-1\S+/m.exec(readFileSync(path, "utf8"))?.[0]
  if (!key) throw new BackupUnusableError(`${path} has no secret key of age (AGE-SECRET-KEY-1…).`)
  return key
}

/** A server in use must not take itself for a practice. */
function requireNewFolder({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl) throw new BackupUnusableError("A practice uses the embedded database: unset DATABASE_URL.")
  if (existsSync(join(dataDir, "postgres")))
    throw new BackupUnusableError(`${dataDir} has a database: set DATA_DIR to a new folder for a practice.`)
}

interface Options extends Pick<Config, "dataDir" | "sessionSecret"> {
  readonly deleted: readonly string[]
}

async function fill(where: Where, script: AsyncIterable<Buffer>, { dataDir, sessionSecret, deleted }: Options) {
  const { rows, secret } = await load(where, script)
  if (secret && !sessionSecret) await storeSecret(dataDir, secret)
  return { rows: totalOf(rows), again: await finish(where, deleted) }
}

async function finish(where: Where, deleted: readonly string[]): Promise<number> {
  const { db, close } = openDb(where)
  try {
    await endAllAccess(db)
    // Their events left the calendar, and their pictures the bucket, when they were deleted first.
    const outside = { externalCalendar: undefined, pictureBucket: undefined }
    return await deleteAgain({ db, ...outside, now: () => new Date() }, deleted)
  } finally {
    await close()
  }
}

/** Over the one that a start before the restore made: what is stored encrypted needs the old one. */
function storeSecret(dataDir: string, secret: string): Promise<void> {
  return writeFile(join(dataDir, "secret"), secret, { mode: 0o600, flush: true })
}
