import { constants, existsSync, mkdirSync, statSync } from "node:fs"
import { access } from "node:fs/promises"
import { dirname } from "node:path"

/** Not with Node's `recursive`, which loops forever where the system allows no folder (`/proc`). */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created the folder; a file at the path stays an error.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** @throws the system's error where this user cannot make the folder or files in it. Makes nothing. */
export async function requireWritable(path: string): Promise<void> {
  await access(`${existingFolder(path)}/`, constants.W_OK | constants.X_OK)
}

/** The folder itself, or the one in which it would be made. */
export function existingFolder(path: string): string {
  return existsSync(path) ? path : existingFolder(dirname(path))
}
