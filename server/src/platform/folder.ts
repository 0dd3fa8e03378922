import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Makes a folder and what is above it, for their owner only. One step at a time: Node's own way goes round for ever where
 * the system says that there is nothing to make a folder in (`/proc`).
 * @throws what the system says, with `code` and `path`
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster; a file in the way stays an error.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
