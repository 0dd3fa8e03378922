import { readFileSync } from "node:fs"
import { join } from "node:path"

const PACKAGES = join(import.meta.dirname, "../node_modules")

/** Run it with `process.execPath`: the `node` on the PATH may be older than the version that the product requires. */
export function programPath(name: string): string {
  // Not import.meta.resolve: a package's exports may hide its package.json.
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(join(PACKAGES, name, "package.json"), "utf8"),
  )
  const program = typeof bin === "string" ? bin : Object.values(bin)[0]
  if (!program) throw new Error(`the package ${name} has no bin`)
  return join(PACKAGES, name, program)
}
