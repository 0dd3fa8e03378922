import { statSync } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"

const DAY_MS = 86_400_000

/** Removes what a crash left behind. What a running backup is writing is younger, and may be gone at any time. */
export async function removeLeftovers(folder: string, shape: RegExp): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => shape.test(entry))) {
    const path = join(folder, name)
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (modified < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true })
  }
}
