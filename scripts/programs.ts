import { readFileSync } from "node:fs"
import { join } from "node:path"

const PACKAGES = join(import.meta.dirname, "../node_modules")

/**
 * The file that is the program of an installed package, to be run with `process.execPath`: the machine's own Node may
 * be older than the one the product is pinned to.
 */
export function programOf(name: string): string {
  // Read, not resolved: a package may keep its package.json from being imported.
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(join(PACKAGES, name, "package.json"), "utf8"),
  )
  const program = typeof bin === "string" ? bin : Object.values(bin)[0]
  if (!program) throw new Error(`${name} has no program`)
  return join(PACKAGES, name, program)
}
