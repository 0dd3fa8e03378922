import { spawnSync } from "node:child_process"
import { globSync, readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

const SOURCES = "{contract,embedded-postgres,server,web,e2e,scripts}/{,src/**/}*.{ts,tsx}"
const TEST = /^(?!e2e\/).*\.test\.tsx?$/
const IMPORT = /\b(?:from|import)\s*\(?\s*["']([^"'?]+)/g

const SHARED_SETTINGS = /(^|\/)(package(-lock)?|tsconfig[\w.]*)\.json$|^vitest\.config\.ts$/

/** They bring all features together, so the search for dependents ends at them. A changed one concerns its own tests. */
const REGISTRIES =
  /^(server\/src\/(app|testing)\.ts|contract\/src\/api\.ts|web\/src\/app\/\w+\.ts|messages\/\w+\.json)$/

const FEATURE_FOLDER = /^(?:server|web)\/src\/features\/[a-z]+\//
const FEATURE_CONTRACT = /^contract\/src\/(?:admin\/)?([a-z]+)\.ts$/
const SERVER_RULES = /^server\/src\/[^/]+\.test\.ts$/

/**
 * The files that differ from the last commit that the work has in common with `base`, with those that are not committed.
 * @throws {Error} when git does not know `base`
 */
export function changedFiles(root: string, base: string): string[] {
  const ancestor = git(root, "merge-base", base, "HEAD")[0] ?? base
  const tracked = git(root, "diff", "--name-only", "--relative", ancestor)
  return [...tracked, ...git(root, "ls-files", "--others", "--exclude-standard")]
}

/**
 * The tests to run after a change: those whose imports reach a changed file, those in the folder of a changed feature,
 * those of every feature that uses a changed file of no feature, and, when something of the server is affected, the rules
 * over all features. Paths are relative to `root`.
 */
export function relatedTests(root: string, changed: readonly string[]): string[] {
  const { sources, tests } = findSources(root)
  if (changed.some((file) => SHARED_SETTINGS.test(file))) return tests
  const importers = importersOf(root, sources)
  const affected = findDependents(changed, importers)
  const shared = changed.filter((file) => featureFolders(file).length === 0)
  const folders = [...changed, ...findDependents(shared, importers)].flatMap(featureFolders)
  const concernsServer = [...affected].some((file) => file.startsWith("server/"))
  return tests.filter(
    (file) =>
      affected.has(file) ||
      folders.some((folder) => file.startsWith(folder)) ||
      (concernsServer && SERVER_RULES.test(file)) ||
      isBesideData(file, changed),
  )
}

/** The tests whose imports reach `file`, over any number of other files. Paths are relative to `root`. */
export function testsThatReach(root: string, file: string): string[] {
  const { sources, tests } = findSources(root)
  const importers = importersOf(root, sources)
  const reaching = new Set([file])
  for (const reached of reaching) for (const importer of importers.get(reached) ?? []) reaching.add(importer)
  return tests.filter((test) => reaching.has(test))
}

function findSources(root: string): { readonly sources: string[]; readonly tests: string[] } {
  const sources = globSync(SOURCES, { cwd: root, exclude: (name) => name === "node_modules" })
  return { sources, tests: sources.filter((file) => TEST.test(file)).sort() }
}

function featureFolders(file: string): string[] {
  const [, contract] = FEATURE_CONTRACT.exec(file) ?? []
  if (contract) return [`server/src/features/${contract}/`, `web/src/features/${contract}/`]
  return FEATURE_FOLDER.exec(file)?.slice(0, 1) ?? []
}

function isBesideData(test: string, changed: readonly string[]): boolean {
  const files = changed.filter((file) => !/\.(tsx?|css|json)$/.test(file))
  return files.some((file) =>
    test.startsWith(`${/^(contract|embedded-postgres|server|web)\//.exec(file)?.[1] ?? "scripts"}/`),
  )
}

function findDependents(changed: readonly string[], importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const affected = new Set(changed)
  for (const file of affected) {
    for (const importer of importers.get(file) ?? []) {
      if (!REGISTRIES.test(file) || (changed.includes(file) && TEST.test(importer))) affected.add(importer)
    }
  }
  return affected
}

function importersOf(root: string, sources: readonly string[]): Map<string, string[]> {
  const folder = realpathSync(root)
  const importers = new Map<string, string[]>()
  for (const source of sources) {
    const { resolve } = createRequire(join(folder, source))
    for (const [, name = ""] of readFileSync(join(folder, source), "utf8").matchAll(IMPORT)) {
      const file = relative(folder, resolveOwn(name, join(folder, source), resolve)).replaceAll("\\", "/")
      importers.set(file, [...(importers.get(file) ?? []), source])
    }
  }
  return importers
}

function resolveOwn(name: string, importer: string, resolve: (name: string) => string): string {
  if (name.startsWith(".")) return join(dirname(importer), name)
  if (!/^(#|@haitech\/)/.test(name)) return name
  try {
    return resolve(name)
  } catch {
    return name
  }
}

function git(cwd: string, ...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd, encoding: "utf8" })
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`)
  return stdout.split("\n").filter((line) => line !== "")
}
