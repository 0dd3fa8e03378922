// Mutation testing: changes the server's code in one place at a time and runs the tests that cover the place.
// npm run mutation -- [path …] [--sample <size>] [--seed <text>] [--tests <pattern>]
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { applyMutant } from "./mutation-operators.ts"
import {
  formatOutcome,
  formatReport,
  type Outcome,
  type PlannedMutant,
  planMutants,
  sample,
  selectTests,
  testFiles,
} from "./mutation-plan.ts"
import { type CoveringTest, openTestRunner } from "./mutation-tests.ts"

const ROOT = join(import.meta.dirname, "..")
const CACHE = join(ROOT, "node_modules/.cache/mutation.json")

const MUTATED = [
  "server/src/features/*/{service,rules,queries,routes}.ts",
  "server/src/features/*/{service,rules,queries,routes}/*.ts",
  "server/src/platform/{http,lists}/*.ts",
]

const EXCLUDED = ["server/src/platform/{db,jobs,mail}/**", "server/src/schema*"]
const DATABASE = "server/src/platform/db/testing-setup.ts"

/** A mutant with an endless loop fails no test: it counts as killed, and a new Vitest replaces the blocked one. */
const DEADLINE_MS = 300_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, tests: { type: "string" } },
})
const files = globSync(MUTATED, { cwd: ROOT })
  .filter((file) => !file.endsWith(".test.ts"))
  .filter((file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)))
  .sort()
const suite = {
  root: ROOT,
  include: values.tests ? [values.tests] : testFiles(files),
  exclude: EXCLUDED,
  globalSetup: [DATABASE],
}
const all = files.flatMap((file) => planMutants(file, readSource(file)))
const chosen = sample(all, values.sample === undefined ? all.length : Number(values.sample), values.seed)
console.log(`${chosen.length} of ${all.length} mutants, seed ${values.seed}`)

let runner = await openTestRunner(suite)
try {
  const tests = await readCoverage()
  const outcomes: Outcome[] = []
  for (const mutant of chosen) {
    const outcome = { mutant, state: await testMutant(mutant, tests) }
    outcomes.push(outcome)
    console.log(`${outcomes.length}/${chosen.length} ${formatOutcome(outcome)}`)
  }
  console.log(`\n${formatReport(outcomes)}`)
} finally {
  await runner.close()
}
process.exit(0)

async function testMutant(mutant: PlannedMutant, tests: readonly CoveringTest[]): Promise<Outcome["state"]> {
  const selection = selectTests(mutant, tests)
  if (selection.length === 0) return "uncovered"
  runner.replace(mutant.file, applyMutant(readSource(mutant.file), mutant))
  try {
    for (const run of selection) if (!(await passes(run))) return "killed"
    return "survived"
  } finally {
    runner.replace(mutant.file)
  }
}

async function passes(run: ReadonlyMap<string, readonly string[]>): Promise<boolean> {
  const result = await Promise.race([runner.run(run), pause(DEADLINE_MS, undefined, { ref: false })])
  if (result !== undefined) return result
  void runner.close()
  runner = await openTestRunner(suite)
  return false
}

/** The functions that each test calls. They change with the code and the tests only. */
async function readCoverage(): Promise<readonly CoveringTest[]> {
  const hash = createHash("sha256").update(JSON.stringify([files, suite.include]))
  for (const file of globSync("{server,contract}/src/**/*.{ts,txt}", { cwd: ROOT }).sort())
    hash.update(readSource(file))
  const key = hash.digest("hex")
  const stored = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, "utf8")) : undefined
  if (stored?.key === key) return stored.tests
  console.log("measuring which tests call which functions")
  const measured = await runner.measure(files)
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify({ key, tests: measured }))
  return measured
}

function readSource(file: string): string {
  return readFileSync(join(ROOT, file), "utf8")
}
