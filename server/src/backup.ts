import { parseArgs } from "node:util"
import { generateIdentity, identityToRecipient } from "age-encryption"
import { runCommand, withDatabase } from "./command.ts"
import { readConfig } from "./config.ts"
import { openStore } from "./gateways/files.ts"
import { backUp } from "./platform/backup/back-up.ts"
import { totalOf } from "./platform/backup/format.ts"
import { BackupUnusableError } from "./platform/backup/unusable.ts"
import { makeFolder } from "./platform/folder.ts"
import { installationSecret } from "./platform/secret.ts"

const MEGABYTE = 1e6

// `npm run backup` makes a backup now; `npm run backup -- --new-key` a pair of keys for it.
const { values: options } = parseArgs({ options: { "new-key": { type: "boolean" } } })
await runCommand(options["new-key"] ? printNewKey : makeNow)

async function printNewKey(): Promise<void> {
  const identity = await generateIdentity()
  console.log(`Public key, for the settings:  BACKUP_RECIPIENT=${await identityToRecipient(identity)}`)
  console.log(`Secret key, for a restore:     ${identity}`)
  console.log("Write the secret key down away from this machine. Without it nobody can read the backups.")
}

async function makeNow(): Promise<void> {
  const config = readConfig()
  const { backups, dataDir, sessionSecret } = config
  if (!backups) throw new BackupUnusableError("Set BACKUP_TO and BACKUP_RECIPIENT: npm run backup -- --new-key")
  makeFolder(dataDir)
  const secret = sessionSecret ? undefined : installationSecret(undefined, dataDir)
  const store = await openStore(backups)
  const { name, rows, bytes } = await withDatabase(config, (where) =>
    backUp({ ...backups, store, where, dataDir, secret }, new Date()),
  )
  const size = `${(bytes / MEGABYTE).toFixed(1)} MB`
  console.log(`${backups.to}/${name}: ${totalOf(rows)} rows, ${size}, restored once to check it.`)
}
