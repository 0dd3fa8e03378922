import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

const PROGRAMS = ["@biomejs/biome", "typescript", "oxlint", "knip", "vitest", "@playwright/test"]
const root = mkdtempSync(join(tmpdir(), "house-"))

/** What each program of this house does: `prints` its name, ends with `status` and leaves its runner's report. */
const PROGRAM = `
import { appendFileSync, writeFileSync } from "node:fs"
const name = import.meta.dirname.split("/node_modules/")[1]
const told = JSON.parse(process.env.TOLD)[name] ?? {}
const words = process.argv.slice(2)
appendFileSync(process.env.DIARY, [name, ...words.filter((word, at) => words[at - 1] === "--project")].join(" ") + "\\n")
const file = words.find((word) => word.startsWith("--outputFile.json="))?.split("=")[1] ?? process.env.PLAYWRIGHT_JSON_OUTPUT_FILE
if (file && told.report !== null) writeFileSync(file, JSON.stringify(told.report ?? { numPassedTests: 5, stats: { expected: 7 } }))
process.exit(told.status ?? 0)
`

beforeAll(() => {
  for (const script of ["test.ts", "browser.ts", "programs.ts"]) {
    cpSync(join(import.meta.dirname, script), join(root, "scripts", script))
  }
  put("package.json", '{ "type": "module" }')
  put("scripts/postgres.ts", "export const startPostgres = async () => null\nexport const installs = () => false\n")
  for (const script of ["check-structure", "check-messages", "build"]) put(`scripts/${script}.ts`, "")
  for (const name of PROGRAMS) {
    put(`node_modules/${name}/package.json`, '{ "type": "module", "bin": { "x": "x.js" }, "exports": "./index.js" }')
    put(`node_modules/${name}/index.js`, "export const chromium = { executablePath: () => process.execPath }")
    put(`node_modules/${name}/x.js`, PROGRAM)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test("the last line sums the runners, checks come before tests, and a missing second PostgreSQL is said", () => {
  const { status, last, diary, output } = run()
  expect({ status, last }).toEqual({ status: 0, last: "17 passed, 0 failed" })
  expect(output).toContain("second PostgreSQL: none here, skipped")
  expect(diary).toEqual([
    "@biomejs/biome",
    "typescript",
    "oxlint",
    "knip",
    "vitest contract embedded-postgres web scripts server",
    "vitest journeys",
    "@playwright/test",
  ])
})

test("without a browser nothing is started that needs the built product", () => {
  const { status, last, diary } = run({}, "--no-browser")
  expect({ status, last }).toEqual({ status: 0, last: "5 passed, 0 failed" })
  expect(diary.at(-1)).toBe("vitest contract embedded-postgres web scripts server")
})

test("a check that fails ends the run and is one failure", () => {
  const { status, last, diary } = run({ typescript: { status: 2 } })
  expect({ status, last, diary }).toEqual({
    status: 1,
    last: "0 passed, 1 failed",
    diary: ["@biomejs/biome", "typescript"],
  })
})

test("failed tests are counted, and what passed beside them", () => {
  const report = { numPassedTests: 40, numFailedTests: 3 }
  expect(run({ vitest: { status: 1, report } })).toMatchObject({ status: 1, last: "40 passed, 3 failed" })
})

test.for([
  [
    "ends badly although no test failed",
    { status: 1, report: { numPassedTests: 5, numFailedTests: 0 } },
    "5 passed, 1 failed",
  ],
  ["ends well but ran no test", { status: 0, report: { numPassedTests: 0, numFailedTests: 0 } }, "0 passed, 1 failed"],
  ["leaves no report", { status: 0, report: null }, "0 passed, 1 failed"],
] as const)("a runner that %s has failed", ([, vitest, last]) => {
  expect(run({ vitest })).toMatchObject({ status: 1, last })
})

test("a browser test that needed luck is a failure", () => {
  const report = { stats: { expected: 9, unexpected: 0, flaky: 1 } }
  expect(run({ "@playwright/test": { status: 0, report } })).toMatchObject({ status: 1, last: "19 passed, 1 failed" })
})

function run(told: Readonly<Record<string, object>> = {}, ...words: string[]) {
  const diary = join(root, "diary.txt")
  rmSync(diary, { force: true })
  const { PATH = "", TMPDIR = tmpdir() } = process.env
  const env = {
    PATH,
    TMPDIR,
    CI: "true",
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
    DIARY: diary,
    TOLD: JSON.stringify(told),
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/test.ts", ...words], {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  })
  const lines = readFileSync(diary, "utf8").trim().split("\n")
  return { status, output: stdout + stderr, last: stdout.trimEnd().split("\n").at(-1), diary: lines }
}

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
