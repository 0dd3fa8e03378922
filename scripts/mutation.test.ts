import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { addProbes, applyMutant, findFunctions, findMutants } from "./mutation-operators.ts"
import { formatReport, type PlannedMutant, planMutants, sample, selectTests, testFiles } from "./mutation-plan.ts"
import { openTestRunner } from "./mutation-tests.ts"

const changes = (source: string) => findMutants("a.ts", source).map(({ before, after }) => `${before} → ${after}`)

test.each([
  ["a < b", ["a < b → a <= b"]],
  ["a === b && c", ["a === b → a !== b", "a === b && c → a === b || c"]],
  ["x ? a : b", ["x ? a : b → x ? b : a"]],
  ["if (a) b = c", ["if (a) b = c → ;"]],
  ["if (a) b = c; else b = d", ["a → !(a)"]],
  ["await save(a)", ["await save(a) → ;"]],
  ["x = and(a, b)", ["and(a, b) → and(b)", "and(a, b) → and(a)"]],
  ["x = lt(a, b)", ["lt → lte"]],
  ["x = tx.select().for('update')", ["tx.select().for('update') → tx.select()"]],
  ["x = db.transaction(async (tx) => tx)", ["db.transaction(async (tx) => tx) → (async (tx) => tx)(db)"]],
  ["x = { limit: 10, isOpen: true }", ["10 → 11", "true → false"]],
  ["() => { return a }", ["a → undefined as never"]],
  ["x = sql`a < 1 and b is not null`", [" <  →  <= ", " and  →  or ", " is not null →  is null"]],
])("mutates %s", (source, expected) => {
  expect(changes(source)).toEqual(expected)
})

test.each([
  ["type A = 1 | 2"],
  ["import a from 'a'"],
  ["if (!a) throw new Error('neither stored nor found')"],
  ["x = 'text'"],
])("leaves %s as it is", (source) => {
  expect(changes(source)).toEqual([])
})

test("a replaced SQL function is imported unless the file has it", () => {
  const apply = (source: string) => findMutants("a.ts", source).map((mutant) => applyMutant(source, mutant))
  expect(apply("x = lt(a, b)")).toEqual(['x = lte(a, b)\nimport { lte } from "drizzle-orm"\n'])
  expect(apply('import { lt, lte } from "drizzle-orm"\nx = lt(a)')).toEqual([
    'import { lt, lte } from "drizzle-orm"\nx = lte(a)',
  ])
})

test("every function reports its call, with and without braces", () => {
  const source = "const f = (a) => a + 1\nfunction g() { return f(1) }\ng()"
  expect(findFunctions("a.ts", source)).toHaveLength(2)
  const calls: string[] = []
  const { reportCall } = globalThis
  globalThis.reportCall = (id) => void calls.push(id)
  new Function(addProbes("a.js", source))()
  globalThis.reportCall = reportCall
  expect(calls.sort()).toEqual(["a.js:0", "a.js:1"])
})

test("a sample is the same for the same seed, and does not change with code elsewhere", () => {
  const mutants = planMutants("a.ts", "x = [1, 2, 3, 4, 5, 6, 7, 8]")
  const chosen = sample(mutants, 3, "1")
  expect(chosen).toHaveLength(3)
  expect(sample(mutants, 3, "1")).toEqual(chosen)
  expect(sample(mutants, 3, "2")).not.toEqual(chosen)
  const [first] = mutants
  expect(sample(mutants, 100, "1")).toEqual(mutants)
  expect(sample(first ? [first] : [], 3, "1")).toEqual([first])
})

test("the tests of the mutant's module run first, those that call the fewest functions first", () => {
  const file = "server/src/features/chat/rules.ts"
  const [mutant] = planMutants(file, "export const isLong = (text) => text > 1")
  const call = `${file}:0`
  const own = "server/src/features/chat/chat.test.ts"
  const other = "server/src/access.test.ts"
  const tests = [
    { file: other, id: "other", calls: [call] },
    { file: own, id: "broad", calls: [call, "b:0"] },
    { file: own, id: "unrelated", calls: ["b:0"] },
    { file: own, id: "narrow", calls: [call] },
  ]
  expect(mutant && selectTests(mutant, tests)).toEqual([
    new Map([[own, ["narrow", "broad"]]]),
    new Map([[other, ["other"]]]),
  ])
  const [constant] = planMutants(file, "export const LIMIT = 1")
  expect(constant && selectTests(constant, [])).toEqual([])
})

test("a feature's mutants need the feature's tests and the server's, the platform's need all", () => {
  const feature = "server/src/features/chat/service/links.ts"
  expect(testFiles([feature, feature])).toEqual(["server/src/*.test.ts", "server/src/features/chat/**/*.test.ts"])
  expect(testFiles([feature, "server/src/platform/http/forms.ts"])).toEqual(["server/src/**/*.test.ts"])
})

test("the report lists what survived and the score of each module", () => {
  const at = (file: string): PlannedMutant => ({
    file,
    line: 7,
    start: 0,
    end: 1,
    before: "a <\n  b",
    after: "a <= b",
    inFunction: "",
  })
  const report = formatReport([
    { mutant: at("server/src/features/chat/rules.ts"), state: "survived" },
    { mutant: at("server/src/features/chat/service.ts"), state: "killed" },
    { mutant: at("server/src/platform/http/forms.ts"), state: "killed" },
  ])
  expect(report.split("\n")).toEqual([
    "server/src/features/chat/rules.ts:7 survived: a < b → a <= b",
    "",
    "features/chat: 1 of 2 killed, 50 %",
    "platform/http: 1 of 1 killed, 100 %",
    "overall: 2 of 3 killed, 66 %",
  ])
})

test("a test that covers a mutant fails on it, and passes again without it", async () => {
  const root = mkdtempSync(join(tmpdir(), "mutation-"))
  const source = "export const isLong = (text: string) => text.length > 2"
  mkdirSync(join(root, "src"))
  writeFileSync(join(root, "src/rules.ts"), source)
  writeFileSync(
    join(root, "src/rules.test.ts"),
    `import { expect, test } from "vitest"
     import { isLong } from "./rules.ts"
     test("three are long", () => expect(isLong("abc")).toBe(true))
     test("unrelated", () => expect(1).toBe(1))`,
  )
  const runner = await openTestRunner({ root, include: ["src/*.test.ts"] })
  const tests = await runner.measure(["src/rules.ts"])
  expect(tests.map(({ calls }) => calls)).toEqual([["src/rules.ts:0"], []])
  const verdicts: (string | boolean)[] = []
  for (const mutant of planMutants("src/rules.ts", source)) {
    runner.replace(mutant.file, applyMutant(source, mutant))
    for (const run of selectTests(mutant, tests)) verdicts.push(mutant.after, await runner.run(run))
    runner.replace(mutant.file)
  }
  expect(verdicts).toEqual(["text.length >= 2", true, "3", false])
  await runner.close()
  rmSync(root, { recursive: true })
})
