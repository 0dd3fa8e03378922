import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"

const DAY_MS = 86_400_000

/** Removes what a crash left behind. What a running backup is writing is younger. */
export async function removeLeftovers(folder: string, shape: RegExp): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => shape.test(entry))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true })
  }
}
