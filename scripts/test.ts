// Everything that must hold, in the order in which it fails fastest. `--no-browser` stops before the browser.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { findBrowser } from "./browser.ts"
import { startPostgres } from "./postgres.ts"
import { programOf } from "./programs.ts"

const ROOT = join(import.meta.dirname, "..")
const RESULTS = mkdtempSync(join(tmpdir(), "results-"))
const MS_PER_S = 1000

interface Counts {
  readonly passed: number
  readonly failed: number
}

interface Step {
  readonly name: string
  run(): Promise<Counts>
}

const CHECKS: readonly Step[] = [
  check("format", programOf("@biomejs/biome"), "check", "--error-on-warnings", "."),
  check("types", programOf("typescript"), "--build"),
  check("import rules", programOf("oxlint"), "--deny-warnings", "--report-unused-disable-directives", "."),
  check("structure", "scripts/check-structure.ts"),
  check("messages", "scripts/check-messages.ts"),
  check("dead code", programOf("knip"), "--no-progress"),
  { name: "tests", run: () => vitest(["contract", "embedded-postgres", "web", "scripts", "server"]) },
  { name: "tests on a second PostgreSQL", run: () => onSecondPostgres(["server"], { elseSkip: true }) },
  check("build", "scripts/build.ts"),
]

const IN_BROWSER: readonly Step[] = [
  { name: "kills and two processes", run: () => onSecondPostgres(["journeys"], { elseSkip: false }) },
  { name: "browser tests", run: playwright },
]

const began = performance.now()
const { passed, failed } = await all(process.argv.includes("--no-browser") ? CHECKS : [...CHECKS, ...IN_BROWSER])
rmSync(RESULTS, { recursive: true, force: true })
console.log(`\n${seconds(began)} in all`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function all(steps: readonly Step[]): Promise<Counts> {
  let passed = 0
  for (const { name, run } of steps) {
    const start = performance.now()
    console.log(`\n── ${name}`)
    const counts = await run().catch((error: Error) => {
      console.error(error.message)
      return { passed: 0, failed: 1 }
    })
    passed += counts.passed
    console.log(`── ${name}: ${counts.failed === 0 ? "good" : "FAILED"} after ${seconds(start)}`)
    if (counts.failed > 0) return { passed, failed: counts.failed }
  }
  return { passed, failed: 0 }
}

/** A check has nothing to count; a failed one is one failure. */
function check(name: string, ...words: string[]): Step {
  return { name, run: async () => ({ passed: 0, failed: (await node(words)) ? 0 : 1 }) }
}

async function vitest(projects: readonly string[], env: Record<string, string> = {}): Promise<Counts> {
  const file = join(RESULTS, "vitest.json")
  rmSync(file, { force: true })
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const good = await node(
    [programOf("vitest"), "run", ...report, ...projects.flatMap((project) => ["--project", project])],
    env,
  )
  const { numPassedTests = 0, numFailedTests = 0 } = read<{ numPassedTests: number; numFailedTests: number }>(file)
  return counted(numPassedTests, numFailedTests, good)
}

/** Tells the tests of another PostgreSQL, where there is one; without one they run on the embedded one alone, or not. */
async function onSecondPostgres(projects: readonly string[], { elseSkip }: { elseSkip: boolean }): Promise<Counts> {
  const cluster = await startPostgres()
  if (!cluster) {
    console.log("second PostgreSQL: none here, skipped")
    return elseSkip ? { passed: 0, failed: 0 } : vitest(projects)
  }
  try {
    console.log(`PostgreSQL ${cluster.version}`)
    return await vitest(projects, { TEST_DATABASE_URL: cluster.url })
  } finally {
    await cluster.stop()
  }
}

async function playwright(): Promise<Counts> {
  console.log(await findBrowser())
  const file = join(RESULTS, "playwright.json")
  const words = [programOf("@playwright/test"), "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"]
  const good = await node(words, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const { expected = 0, unexpected = 0, flaky = 0 } = read<{ stats: Record<string, number> }>(file).stats ?? {}
  return counted(expected, unexpected + flaky, good)
}

/** A runner may fail without a failed test: a file that cannot be read, an error after the last test, no test at all. */
function counted(passed: number, failed: number, good: boolean): Counts {
  return { passed, failed: good && passed > 0 ? failed : Math.max(failed, 1) }
}

function read<T>(file: string): Partial<T> {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

/** Runs a program with the Node this runs in, in the house, without a standard input; true when it ends well. */
function node(words: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const path = dirname(process.execPath) + delimiter + process.env["PATH"]
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, PATH: path, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  })
  return new Promise((resolve) => {
    child.once("error", () => resolve(false))
    child.once("exit", (code) => resolve(code === 0))
  })
}

function seconds(start: number): string {
  return `${((performance.now() - start) / MS_PER_S).toFixed(1)} s`
}
