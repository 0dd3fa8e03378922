import type { Language } from "@haitech/contract/languages"
import type { CodeTest, ExerciseOf } from "@haitech/contract/lessons"
import { ShortText } from "#features/learning/exercises/short-text.tsx"
import { fill } from "#platform/i18n/fill.ts"
import { Icon } from "#ui/icon.tsx"
import { RareIcon } from "#ui/rare-icon.tsx"
import { Sequins } from "#ui/sequins.tsx"
import type { CodeTexts } from "./code-texts.ts"
import { explainRun } from "./explain-error.ts"
import { printedLines } from "./judge.ts"
import type { RunResult } from "./program-run.ts"
import type { ProgramRun, TestResult } from "./use-program-run.ts"

interface Props {
  readonly exercise: ExerciseOf<"code">
  readonly run: ProgramRun
  readonly t: CodeTexts
  /** Of the page. */
  readonly language: Language
  /** Of the exercise's text, where it is not the page's. */
  readonly textLanguage: Language | undefined
  readonly onShowLine: (line: number) => void
}

/** What the program printed, what stopped it, and its tests. */
export function ProgramResults({ exercise, run, t, language, textLanguage, onShowLine }: Props) {
  if (run.number === 0) return null
  return (
    <div className="code-results card" lang={language}>
      <OutputPart {...{ run, t, language }} />
      <ExplanationPart {...{ exercise, run, t, onShowLine }} />
      {run.state === "over" && <TestsPart {...{ exercise, run, t, textLanguage }} />}
    </div>
  )
}

function OutputPart({ run, t, language }: Pick<Props, "run" | "t" | "language">) {
  const error = run.shown?.error
  const isEmpty = run.output.length === 0 && !error
  return (
    <section>
      <h4>
        {t("code.output")}
        <small>{fill(t("code.run_number"), { number: run.number })}</small>
      </h4>
      <pre className="code-output" tabIndex={0} lang="zxx">
        {run.output.map(({ kind, text }, at) => (
          <span key={at} className={`code-${kind}`}>
            {text}
          </span>
        ))}
        {error && <span className="code-error">{error.original}</span>}
        {isEmpty && run.state === "over" && <i lang={language}>{t("code.no_output")}</i>}
      </pre>
    </section>
  )
}

function ExplanationPart({ exercise, run, t, onShowLine }: Omit<Props, "language" | "textLanguage">) {
  if (run.state === "unloadable") return <Notice text={t("code.load_failed")} />
  if (run.state === "stopped") return <Notice text={t("code.end_stopped")} />
  const explanation = run.shown && explainRun(exercise.language, run.shown)
  if (!explanation) return null
  const line = run.shown?.error?.line
  return (
    <section className="code-explanation">
      <h4>
        <RareIcon name="about" />
        {t("code.explanation")}
      </h4>
      <ShortText text={fill(t(explanation.text), { name: explanation.name })} />
      {line ? (
        <button type="button" className="code-show-line link" onClick={() => onShowLine(line)}>
          {fill(t("code.show_line"), { line })}
        </button>
      ) : null}
    </section>
  )
}

function Notice({ text }: { readonly text: string }) {
  return (
    <section className="code-explanation">
      <p>{text}</p>
    </section>
  )
}

function TestsPart({ exercise, run, t, textLanguage }: Omit<Props, "language" | "onShowLine">) {
  const passed = run.tests.filter(({ isPassed }) => isPassed).length
  const label = fill(t("code.tests_passed"), { passed, count: exercise.tests.length })
  return (
    <section>
      <h4>
        {t("code.tests")}
        <Sequins count={passed} of={exercise.tests.length} label={label} size="field" />
        <small aria-hidden="true">{label}</small>
      </h4>
      <ul className="code-tests">
        {exercise.tests.map((test, at) => (
          <TestLine key={test.name} test={test} result={run.tests[at]} t={t} textLanguage={textLanguage} />
        ))}
      </ul>
    </section>
  )
}

interface TestLineProps extends Pick<Props, "t" | "textLanguage"> {
  readonly test: CodeTest
  /** Missing where the test did not run after an endless loop. */
  readonly result: TestResult | undefined
}

function TestLine({ test, result, t, textLanguage }: TestLineProps) {
  const isPassed = result?.isPassed === true
  return (
    <li className={isPassed ? "code-passed" : "code-failed"}>
      {isPassed ? <Icon name="check" /> : <RareIcon name="failed" />}
      <div>
        <span className="sr-only">{t(isPassed ? "code.passed" : "code.failed")}: </span>
        <span lang={textLanguage}>{test.name}</span>
        {!isPassed && result?.result && <Reason test={test} result={result.result} t={t} />}
      </div>
    </li>
  )
}

function Reason({ test, result, t }: { readonly test: CodeTest; readonly result: RunResult; readonly t: CodeTexts }) {
  if (result.error?.line) return <small>{fill(t("code.at_line"), { line: result.error.line })}</small>
  if (!test.prints || result.end !== "done") return null
  return (
    <small>
      {t("code.expected")} <code lang="zxx">{test.prints.join(" ⏎ ")}</code>
      <br />
      {t("code.printed")} <code lang="zxx">{printedLines(result.output).join(" ⏎ ")}</code>
    </small>
  )
}
