import { createHash } from "node:crypto"
import { globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "..")

/** Changes with every file that matches one of the patterns, and with the settings. Tests are left out. */
export function stampOf(patterns: readonly string[], settings: unknown = {}): string {
  const hash = createHash("sha256").update(JSON.stringify(settings))
  for (const file of globSync([...patterns], { cwd: ROOT, exclude: ["**/*.test.{ts,tsx}"] }).sort()) {
    const path = join(ROOT, file)
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path))
  }
  return hash.digest("hex")
}
