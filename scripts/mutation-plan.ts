import { createHash } from "node:crypto"
import { dirname } from "node:path"
import { type FunctionRange, findFunctions, findMutants, type Mutant } from "./mutation-operators.ts"
import type { CoveringTest } from "./mutation-tests.ts"

export interface PlannedMutant extends Mutant {
  readonly file: string
  /** The innermost function around it, as `<file>:<index>`; undefined for what runs when the module loads. */
  readonly inFunction: string | undefined
}

export interface Outcome {
  readonly mutant: PlannedMutant
  /** `uncovered`: no test calls its function. */
  readonly state: "killed" | "survived" | "uncovered"
}

export type Selection = readonly ReadonlyMap<string, readonly string[]>[]

const MAX_OTHER_TESTS = 60

export function planMutants(file: string, source: string): PlannedMutant[] {
  const functions = findFunctions(file, source)
  return findMutants(file, source).map((mutant) => ({ ...mutant, file, inFunction: nameOf(file, functions, mutant) }))
}

function nameOf(file: string, functions: readonly FunctionRange[], { start, end }: Mutant): string | undefined {
  const around = functions.filter((range) => range.start <= start && end <= range.end)
  const innermost = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
  return innermost && `${file}:${functions.indexOf(innermost)}`
}

export function sample(mutants: readonly PlannedMutant[], size: number, seed: string): PlannedMutant[] {
  const rank = ({ file, before, after, start }: PlannedMutant) =>
    createHash("sha256")
      .update(JSON.stringify([seed, file, before, after, start]))
      .digest("hex")
  const ranked = mutants.map((mutant) => ({ mutant, rank: rank(mutant) })).sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const chosen = new Set(ranked.slice(0, size).map(({ mutant }) => mutant))
  return mutants.filter((mutant) => chosen.has(mutant))
}

/**
 * The tests that call the mutant's function: first those of its module, then some of the others, those that call the
 * fewest functions first.
 */
export function selectTests({ file, inFunction }: PlannedMutant, tests: readonly CoveringTest[]): Selection {
  const covers = (id: string) => (inFunction ? id === inFunction : id.startsWith(`${file}:`))
  const covering = tests.filter(({ calls }) => calls.some(covers)).toSorted((a, b) => a.calls.length - b.calls.length)
  const isOwn = (test: CoveringTest) => moduleOf(test.file) === moduleOf(file)
  const others = covering.filter((test) => !isOwn(test)).slice(0, MAX_OTHER_TESTS)
  return [covering.filter(isOwn), others].filter((run) => run.length > 0).map(byFile)
}

function byFile(tests: readonly CoveringTest[]): ReadonlyMap<string, readonly string[]> {
  return new Map([...Map.groupBy(tests, ({ file }) => file)].map(([file, group]) => [file, group.map(({ id }) => id)]))
}

export function testFiles(files: readonly string[]): string[] {
  const modules = new Set(files.map(moduleOf))
  if ([...modules].some((name) => name.startsWith("platform"))) return ["server/src/**/*.test.ts"]
  return ["server/src/*.test.ts", ...[...modules].map((name) => `server/src/${name}/**/*.test.ts`)]
}

function moduleOf(file: string): string {
  return /(?:features|platform)\/[a-z-]+/.exec(file)?.[0] ?? dirname(file)
}

export function formatReport(outcomes: readonly Outcome[]): string {
  const survivors = outcomes.filter(({ state }) => state !== "killed")
  const modules = Map.groupBy(outcomes, ({ mutant }) => moduleOf(mutant.file))
  return [
    ...survivors.map(formatOutcome),
    "",
    ...[...modules].map(([name, group]) => formatScore(name, group)),
    formatScore("overall", outcomes),
  ].join("\n")
}

export function formatOutcome({ mutant, state }: Outcome): string {
  return `${mutant.file}:${mutant.line} ${state}: ${onOneLine(mutant.before)} → ${onOneLine(mutant.after) || "nothing"}`
}

const SHOWN_CHARACTERS = 300

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS)
}

function formatScore(name: string, outcomes: readonly Outcome[]): string {
  const killed = outcomes.filter(({ state }) => state === "killed").length
  return `${name}: ${killed} of ${outcomes.length} killed, ${Math.floor((100 * killed) / outcomes.length)} %`
}
