// All checks and tests, fastest first. `--quick` skips the tests on a second PostgreSQL and those of the built product.
// `--changed [base]` runs the checks and the tests that concern the changes since `base`, which is `main` by default.
import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { findBrowser } from "./browser.ts"
import { startPooler } from "./pooler.ts"
import { startPostgres } from "./postgres.ts"
import { programPath } from "./programs.ts"
import { changedFiles, relatedTests, testsThatReach } from "./related-tests.ts"

const ROOT = join(import.meta.dirname, "..")
const MEMORY = "/dev/shm"
const MEMORY_BYTES = 8 * 2 ** 30
const TEMPORARY = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), "tests-"))
const DATABASE_USERS_MAY_ENTER = 0o711
chmodSync(TEMPORARY, DATABASE_USERS_MAY_ENTER)
process.env["TMPDIR"] = TEMPORARY
const COMPILED = join(ROOT, "node_modules/.cache/compiled-for-tests")
const MS_PER_S = 1000

interface Counts {
  readonly passed: number
  readonly failed: number
}

interface Step {
  readonly name: string
  /** What to run or edit after a failure. */
  readonly remedy: string
  run(): Promise<Counts>
}

const CHECKS: readonly Step[] = [
  check("format", "npx biome check --write .", programPath("@biomejs/biome"), "check", "--error-on-warnings", "."),
  check("types", "correct the errors above; npx tsc --build repeats this step", programPath("typescript"), "--build"),
  check(
    "import rules",
    "each finding says what is allowed; npx oxlint --deny-warnings . repeats this step",
    programPath("oxlint"),
    "--deny-warnings",
    "--report-unused-disable-directives",
    ".",
  ),
  check("structure", repeat("scripts/check-structure.ts"), "scripts/check-structure.ts"),
  check("words", repeat("scripts/check-words.ts"), "scripts/check-words.ts"),
  check("messages", repeat("scripts/check-messages.ts"), "scripts/check-messages.ts"),
  check("courses", repeat("scripts/check-courses.ts"), "scripts/check-courses.ts"),
  check(
    "dead code",
    "delete what is unused, or name an entry file in knip.json; npx knip repeats this step",
    programPath("knip"),
    "--no-progress",
  ),
]

const TEST_DATABASES = "server/src/platform/db/testing.ts"

const PROJECTS = ["contract", "embedded-postgres", "web", "scripts", "server"]

const TESTS: readonly Step[] = [
  {
    name: "tests",
    remedy: "npx vitest run --project <name> <file> repeats one file",
    run: () => runVitest(PROJECTS),
  },
  check("build", "npm run build repeats this step", "scripts/build.ts"),
]

const LONGER_TESTS: readonly Step[] = [
  {
    name: "tests on a second PostgreSQL",
    remedy: "TEST_DATABASE_URL=<url> npx vitest run --project server <file> repeats one file",
    run: () => runOnSecondPostgres(["server"], { optional: true, tests: testsThatReach(ROOT, TEST_DATABASES) }),
  },
  {
    name: "kills and two processes",
    remedy: "npx vitest run --project journeys <file> repeats one file",
    run: () => runOnSecondPostgres(["journeys"], { optional: false }),
  },
  {
    name: "browser tests",
    remedy: "npx playwright test --config e2e/playwright.config.ts <file> repeats one file",
    run: runPlaywright,
  },
]

const RELATED: Step = {
  name: "tests that concern the changes",
  remedy: "npx vitest run --project <name> <file> repeats one file",
  run: runRelated,
}

const startedAt = performance.now()
const { passed, failed } = await runAll(chooseSteps())
rmSync(TEMPORARY, { recursive: true, force: true, maxRetries: 5 })
console.log(`\n${seconds(startedAt)} in total`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function chooseSteps(): readonly Step[] {
  if (process.argv.includes("--changed")) return [...CHECKS, RELATED]
  return process.argv.includes("--quick") ? [...CHECKS, ...TESTS] : [...CHECKS, ...TESTS, ...LONGER_TESTS]
}

async function runAll(steps: readonly Step[]): Promise<Counts> {
  let passed = 0
  for (const { name, remedy, run } of steps) {
    const start = performance.now()
    console.log(`\n── ${name}`)
    const counts = await run().catch((error: Error) => {
      console.error(error.message)
      return { passed: 0, failed: 1 }
    })
    passed += counts.passed
    console.log(`── ${name}: ${counts.failed === 0 ? "passed" : "FAILED"} after ${seconds(start)}`)
    if (counts.failed > 0) {
      console.log(`   To mend it: ${remedy}`)
      return { passed, failed: counts.failed }
    }
  }
  return { passed, failed: 0 }
}

function check(name: string, remedy: string, ...args: string[]): Step {
  return { name, remedy, run: async () => ({ passed: 0, failed: (await runNode(args)) ? 0 : 1 }) }
}

function repeat(script: string): string {
  return `each finding says what is allowed; npx node ${script} repeats this step`
}

async function runVitest(
  projects: readonly string[],
  { env = {}, tests = [] }: { env?: Record<string, string>; tests?: readonly string[] } = {},
): Promise<Counts> {
  const file = join(TEMPORARY, "vitest.json")
  rmSync(file, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const succeeded = await runNode(
    [programPath("vitest"), "run", ...reporters, ...projects.flatMap((project) => ["--project", project]), ...tests],
    env,
  )
  const { numPassedTests = 0, numFailedTests = 0 } = readReport<{ numPassedTests: number; numFailedTests: number }>(
    file,
  )
  return toCounts(numPassedTests, numFailedTests, succeeded)
}

async function runRelated(): Promise<Counts> {
  const [base = "main"] = process.argv.slice(process.argv.indexOf("--changed") + 1)
  const changed = changedFiles(ROOT, base)
  const tests = relatedTests(ROOT, changed)
  console.log(`${changed.length} files differ from ${base}, ${tests.length} test files concern them`)
  return tests.length === 0 ? { passed: 0, failed: 0 } : runVitest(PROJECTS, { tests })
}

/** Runs tests on an installed PostgreSQL. Without one, optional tests are skipped and others run on the embedded one. */
async function runOnSecondPostgres(
  projects: readonly string[],
  { optional, tests = [] }: { readonly optional: boolean; readonly tests?: readonly string[] },
): Promise<Counts> {
  const cluster = await startPostgres()
  if (!cluster) {
    console.log("second PostgreSQL: none installed, skipped")
    return optional ? { passed: 0, failed: 0 } : runVitest(projects)
  }
  const pooler = await startPooler(cluster.url)
  try {
    console.log(`PostgreSQL ${cluster.version}${pooler ? ` through ${pooler.version}` : ""}`)
    const env = { TEST_DATABASE_URL: cluster.url, ...(pooler && { TEST_POOLER_URL: pooler.url }) }
    return await runVitest(projects, { env, tests })
  } finally {
    await pooler?.stop()
    await cluster.stop()
  }
}

async function runPlaywright(): Promise<Counts> {
  console.log(await findBrowser())
  const file = join(TEMPORARY, "playwright.json")
  const args = [programPath("@playwright/test"), "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"]
  const succeeded = await runNode(args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport<{ stats: Record<string, number> }>(file).stats ?? {}
  return toCounts(expected, unexpected + flaky, succeeded)
}

/** A runner can fail without a failed test: an unreadable file, an error after the last test, no tests at all. */
function toCounts(passed: number, failed: number, succeeded: boolean): Counts {
  return { passed, failed: succeeded && passed > 0 ? failed : Math.max(failed, 1) }
}

function readReport<T>(file: string): Partial<T> {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

/** Runs a script with this process's Node, in the root folder, without stdin. Resolves to whether it exited with 0. */
function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const path = dirname(process.execPath) + delimiter + process.env["PATH"]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  })
  return new Promise((resolve) => {
    child.once("error", () => resolve(false))
    child.once("exit", (code) => resolve(code === 0))
  })
}

/** Whether temporary files can be in memory: the databases of the tests write hundreds of thousands of short-lived files. */
function hasRoomInMemory(): boolean {
  try {
    const isExecutable = /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(readFileSync("/proc/mounts", "utf8"))
    const { bavail, bsize } = statfsSync(MEMORY)
    return isExecutable && Math.min(bavail * bsize, process.availableMemory()) >= MEMORY_BYTES
  } catch {
    return false
  }
}

function seconds(start: number): string {
  return `${((performance.now() - start) / MS_PER_S).toFixed(1)} s`
}
