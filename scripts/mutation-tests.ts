import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { createVitest, type Reporter, type TestModule, type TestSpecification } from "vitest/node"
import { addProbes } from "./mutation-operators.ts"

export interface CoveringTest {
  readonly file: string
  readonly id: string
  readonly calls: readonly string[]
}

export interface TestRunner {
  /** Replaces a module's text in memory. Without a text the module is as it is on the disk. */
  replace(file: string, text?: string): void
  /** Runs all tests with a probe in every function of `files`, and returns those that pass. */
  measure(files: readonly string[]): Promise<readonly CoveringTest[]>
  /** Runs the given tests of each file, stops at the first failure, and resolves to whether all passed. */
  run(tests: ReadonlyMap<string, readonly string[]>): Promise<boolean>
  close(): Promise<void>
}

export interface Suite {
  readonly root: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  readonly globalSetup?: readonly string[]
}

/** What takes longer has failed: a mutant may wait for something that never comes. */
const TEST_TIMEOUT_MS = 30_000
const POLL_TIMEOUT_MS = 15_000

export async function openTestRunner(suite: Suite): Promise<TestRunner> {
  const { root } = suite
  const texts = new Map<string, string>()
  let finished: TestModule[] = []
  const reporter: Reporter = { onTestModuleEnd: (module) => void finished.push(module) }
  const plugin = {
    name: "mutation",
    enforce: "pre" as const,
    transform: (_: string, id: string) => texts.get(relative(root, id)),
  }
  const vitest = await createVitest("test", { ...configOf(suite), reporters: [reporter] }, { plugins: [plugin] })
  await vitest.standalone()
  const project = vitest.getRootProject()

  function replace(file: string, text?: string): void {
    if (text === undefined) texts.delete(file)
    else texts.set(file, text)
    vitest.invalidateFile(join(root, file))
  }

  async function runTests(specifications: TestSpecification[], bail: number): Promise<boolean> {
    finished = []
    project.config.bail = bail
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
    return unhandledErrors.length === 0 && finished.every((module) => module.ok())
  }

  return {
    replace,
    async measure(files) {
      for (const file of files) replace(file, addProbes(file, readFileSync(join(root, file), "utf8")))
      await runTests(await vitest.globTestSpecifications(), 0)
      for (const file of files) replace(file)
      const failed = finished.filter((module) => !module.ok())
      for (const { relativeModuleId } of failed) console.error(`${relativeModuleId} fails without a mutant`)
      return finished
        .filter((module) => module.ok() || !sharesState(module.moduleId))
        .flatMap((module) => coveringTests(root, module))
    },
    run(tests) {
      const specifications = [...tests].map(([file, testIds]) => {
        const path = join(root, file)
        return project.createSpecification(path, sharesState(path) ? {} : { testIds: [...testIds] })
      })
      return runTests(specifications, 1)
    },
    close: () => vitest.close(),
  }
}

function configOf({ root, include, exclude = [], globalSetup = [] }: Suite) {
  return {
    root,
    config: false as const,
    watch: false,
    include: [...include],
    exclude: [...exclude],
    globalSetup: [...globalSetup],
    setupFiles: [join(import.meta.dirname, "mutation-setup.ts")],
    // The cache knows a module by its text on the disk.
    fsModuleCache: false,
    maxWorkers: 2,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: POLL_TIMEOUT_MS } },
  }
}

/** Tests after a common `beforeAll` may depend on each other's order, so they run together. */
function sharesState(path: string): boolean {
  return readFileSync(path, "utf8").includes("beforeAll(")
}

function coveringTests(root: string, module: TestModule): CoveringTest[] {
  const file = relative(root, module.moduleId)
  return [...module.children.allTests("passed")].map((test) => ({ file, id: test.id, calls: test.meta().calls ?? [] }))
}
