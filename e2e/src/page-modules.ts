import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"

/** A source file in a built script. Its length is in characters before minification. */
export interface BuiltModule {
  readonly file: string
  readonly length: number
  readonly importers: readonly string[]
}

interface Chunk {
  readonly imports: readonly string[]
  readonly modules: readonly BuiltModule[]
}

const DIST = join(import.meta.dirname, "../../web/dist")
const LISTED = 12

/** The names of a script and of all that it imports, so that they load with it. */
export function readImports(script: string): ReadonlySet<string> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(DIST, "client/.vite/modules.json"), "utf8"))
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const other of chunks[name]?.imports ?? []) visit(other)
  }
  visit(`assets/${basename(script)}`)
  return seen
}

/** The modules in these scripts and in those that they import, from the list that the build writes. */
export function readModules(scripts: readonly string[]): BuiltModule[] {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(DIST, "client/.vite/modules.json"), "utf8"))
  const seen = new Set<string>()
  const visit = (script: string): readonly BuiltModule[] => {
    if (seen.has(script)) return []
    seen.add(script)
    const { imports = [], modules = [] } = chunks[script] ?? {}
    return [...modules, ...imports.flatMap(visit)]
  }
  return scripts.map((script) => `assets/${basename(script)}`).flatMap(visit)
}

/**
 * Names the modules that have grown since `before`, with their importers, largest growth first. Without growth, or with an
 * empty `before`, names the largest modules.
 */
export function describeModules(modules: readonly BuiltModule[], before: readonly BuiltModule[]): string {
  const lengths = new Map(before.map(({ file, length }) => [file, length]))
  const grown = modules
    .map((module) => ({ ...module, growth: module.length - (lengths.get(module.file) ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth)
  if (grown.length === 0 && before.length > 0) return describeModules(modules, [])
  const title = before.length > 0 ? "Grown since the last run within the budget" : "Largest modules"
  const lines = grown
    .slice(0, LISTED)
    .map(({ file, growth, importers }) => `  ${growth} ${file}, imported by ${importers.join(", ") || "nothing"}`)
  return [`${title}, in characters before minification:`, ...lines].join("\n")
}

/** The modules of a page when it was last within its budget; empty if it never was since the last clean build. */
export function readLastGood(page: string): BuiltModule[] {
  const file = lastGoodFile(page)
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []
}

export function writeLastGood(page: string, modules: readonly BuiltModule[]): void {
  const file = lastGoodFile(page)
  mkdirSync(join(file, ".."), { recursive: true })
  writeFileSync(file, JSON.stringify(modules))
}

function lastGoodFile(page: string): string {
  return join(DIST, "weights", `${page.replaceAll("/", "_")}.json`)
}
