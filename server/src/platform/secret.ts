import { randomBytes } from "node:crypto"
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolder } from "./folder.ts"

/**
 * The secret of this installation: the setting, or one that was made at the first start and is kept in `folder`, for
 * its owner only. Two processes that start at once get the same one.
 */
export function installationSecret(setting: string | undefined, folder: string): string {
  if (setting) return setting
  makeFolder(folder)
  const file = join(folder, "secret")
  const made = `${file}.${process.pid}`
  writeFileSync(made, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true })
  try {
    // A link appears whole or not at all, and fails where one is: the first process wins.
    linkSync(made, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(made)
  }
  return readFileSync(file, "utf8")
}
