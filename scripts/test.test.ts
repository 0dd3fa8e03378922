import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

const PROGRAMS = ["@biomejs/biome", "typescript", "oxlint", "knip", "vitest", "@playwright/test"]
const root = mkdtempSync(join(tmpdir(), "test-command-"))

/** A fake of each program: logs its name, projects and test files, writes its runner's report and exits with `status`. */
const PROGRAM = `
import { appendFileSync, writeFileSync } from "node:fs"
const name = import.meta.dirname.split("/node_modules/")[1]
const outcome = JSON.parse(process.env.OUTCOMES)[name] ?? {}
const args = process.argv.slice(2)
appendFileSync(process.env.CALLS, [name, ...args.filter((arg, index) => args[index - 1] === "--project" || arg.endsWith(".test.ts"))].join(" ") + "\\n")
const file = args.find((arg) => arg.startsWith("--outputFile.json="))?.split("=")[1] ?? process.env.PLAYWRIGHT_JSON_OUTPUT_FILE
if (file && outcome.report !== null) writeFileSync(file, JSON.stringify(outcome.report ?? { numPassedTests: 5, stats: { expected: 7 } }))
process.exit(outcome.status ?? 0)
`

beforeAll(() => {
  for (const script of ["test.ts", "browser.ts", "programs.ts", "related-tests.ts"]) {
    cpSync(join(import.meta.dirname, script), join(root, "scripts", script))
  }
  put("package.json", '{ "type": "module" }')
  put(
    "scripts/postgres.ts",
    "export const startPostgres = async () => null\nexport const installPackages = () => false\n",
  )
  put("scripts/pooler.ts", "export const startPooler = async () => null\n")
  for (const script of ["check-structure", "check-words", "check-messages", "check-courses", "build"])
    put(`scripts/${script}.ts`, "")
  for (const name of PROGRAMS) {
    put(`node_modules/${name}/package.json`, '{ "type": "module", "bin": { "x": "x.js" }, "exports": "./index.js" }')
    put(`node_modules/${name}/index.js`, "export const chromium = { executablePath: () => process.execPath }")
    put(`node_modules/${name}/x.js`, PROGRAM)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test("all steps run in order, the last line has the sums, and a missing second PostgreSQL is reported", () => {
  const { status, last, calls, output } = run()
  expect({ status, last }).toEqual({ status: 0, last: "17 passed, 0 failed" })
  expect(output).toContain("second PostgreSQL: none installed, skipped")
  expect(calls).toEqual([
    "@biomejs/biome",
    "typescript",
    "oxlint",
    "knip",
    "vitest contract embedded-postgres web scripts server",
    "vitest journeys",
    "@playwright/test",
  ])
})

test("--quick runs nothing that needs the built product", () => {
  const { status, last, calls } = run({}, "--quick")
  expect({ status, last }).toEqual({ status: 0, last: "5 passed, 0 failed" })
  expect(calls.at(-1)).toBe("vitest contract embedded-postgres web scripts server")
})

test("--changed runs the checks and the related tests, and no test when none is related", () => {
  git("init", "--quiet", "--initial-branch=main")
  git("add", "--all")
  git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet", "--message", "first")
  const unchanged = run({}, "--quick", "--changed")
  expect(unchanged).toMatchObject({ status: 0, last: "0 passed, 0 failed" })
  expect(unchanged.calls).toEqual(["@biomejs/biome", "typescript", "oxlint", "knip"])
  put("contract/src/money.test.ts", "")
  const { status, last, calls } = run({}, "--quick", "--changed", "HEAD")
  expect({ status, last }).toEqual({ status: 0, last: "5 passed, 0 failed" })
  expect(calls.at(-1)).toBe("vitest contract embedded-postgres web scripts server contract/src/money.test.ts")
  expect(run({}, "--changed", "nowhere")).toMatchObject({ status: 1, last: "0 passed, 1 failed" })
})

test("a failed check ends the run, counts as one failure and says how to mend it", () => {
  const { status, last, calls, output } = run({ typescript: { status: 2 } })
  expect(output).toContain("To mend it: correct the errors above; npx tsc --build repeats this step")
  expect({ status, last, calls }).toEqual({
    status: 1,
    last: "0 passed, 1 failed",
    calls: ["@biomejs/biome", "typescript"],
  })
})

test("failed and passed tests are both counted", () => {
  const report = { numPassedTests: 40, numFailedTests: 3 }
  expect(run({ vitest: { status: 1, report } })).toMatchObject({ status: 1, last: "40 passed, 3 failed" })
})

test.for([
  [
    "exits with an error although no test failed",
    { status: 1, report: { numPassedTests: 5, numFailedTests: 0 } },
    "5 passed, 1 failed",
  ],
  [
    "exits with 0 but ran no test",
    { status: 0, report: { numPassedTests: 0, numFailedTests: 0 } },
    "0 passed, 1 failed",
  ],
  ["writes no report", { status: 0, report: null }, "0 passed, 1 failed"],
] as const)("a runner that %s has failed", ([, vitest, last]) => {
  expect(run({ vitest })).toMatchObject({ status: 1, last })
})

test("a flaky browser test is a failure", () => {
  const report = { stats: { expected: 9, unexpected: 0, flaky: 1 } }
  expect(run({ "@playwright/test": { status: 0, report } })).toMatchObject({ status: 1, last: "19 passed, 1 failed" })
})

function run(outcomes: Readonly<Record<string, object>> = {}, ...args: string[]) {
  const callLog = join(root, "calls.txt")
  rmSync(callLog, { force: true })
  const { PATH = "", TMPDIR = tmpdir() } = process.env
  const env = {
    PATH,
    TMPDIR,
    CI: "true",
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
    CALLS: callLog,
    OUTCOMES: JSON.stringify(outcomes),
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/test.ts", ...args], {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  })
  const calls = readFileSync(callLog, "utf8").trim().split("\n")
  return { status, output: stdout + stderr, last: stdout.trimEnd().split("\n").at(-1), calls }
}

function git(...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "" },
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(stderr)
}

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
