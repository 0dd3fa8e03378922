import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const FILE = "practice"

/** The data folder holds a restored copy, beside which the original runs: its server emails and charges nobody. */
export function isPractice(dataDir: string): boolean {
  return existsSync(join(dataDir, FILE))
}

export function markAsPractice(dataDir: string): void {
  writeFileSync(join(dataDir, FILE), "")
}
