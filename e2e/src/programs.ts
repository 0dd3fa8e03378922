import { globSync } from "node:fs"
import { join } from "node:path"
import type { CodeLanguage } from "@haitech/contract/lessons"
import type { ProgramJob, RunResult } from "@haitech/web/features/learning/code/program-run.ts"
import type { Page } from "@playwright/test"

const ASSETS = join(import.meta.dirname, "../../web/dist/client/assets")
const LESSON = "/learn/javascript-fundamentals/numbers"

type Run = (language: CodeLanguage, job: ProgramJob, ms?: number) => Promise<RunResult>

/** Opens the page of a lesson that has a program, and gives the runner of this page. */
export async function openRunner(page: Page): Promise<Run> {
  const [file, ...others] = globSync("runner-*.js", { cwd: ASSETS })
  if (!file || others.length > 0) throw new Error("the build should have one runner")
  await page.goto(LESSON)
  return (language, job, ms = 5000) => page.evaluate(runInPage, { address: `/assets/${file}`, language, job, ms })
}

interface PageJob {
  readonly address: string
  readonly language: CodeLanguage
  readonly job: ProgramJob
  readonly ms: number
}

async function runInPage({ address, language, job, ms }: PageJob): Promise<RunResult> {
  const { runProgram } = await import(address)
  return runProgram(language, job, { ms })
}
