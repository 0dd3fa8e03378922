import { mkdirSync, statSync } from "node:fs"
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
