import type { Language } from "@haitech/contract/languages"
import type { ExerciseOf } from "@haitech/contract/lessons"
import { fill } from "#platform/i18n/fill.ts"
import { formatSize } from "#platform/i18n/numbers.ts"
import { Button } from "#ui/button.tsx"
import { CodeEditor } from "./code-editor.tsx"
import type { CodeTexts } from "./code-texts.ts"
import { CodeToolbar } from "./code-toolbar.tsx"
import type { Program } from "./use-program.ts"
import { isLoaded, PYTHON_BYTES } from "./use-program-run.ts"

interface Props {
  readonly exercise: ExerciseOf<"code">
  readonly language: Language
  readonly program: Program
  readonly t: CodeTexts
}

/** The program and what runs it. On a phone the button stands below the editor. */
export function ProgramEditor({ exercise, language, program, t }: Props) {
  const { controls, text, change, run, stop, state } = program
  const runLabel = isLoaded(exercise.language)
    ? t("code.run")
    : fill(t("code.run_python"), { size: formatSize(language, PYTHON_BYTES) })
  return (
    <>
      <div className="code-editor">
        <CodeToolbar {...{ exercise, t, controls, runLabel }} isBusy={state.isBusy} onRun={run} onStop={stop} />
        <CodeEditor
          controls={controls}
          language={exercise.language}
          text={text}
          label={t("code.editor")}
          description={t("code.leave")}
          keysLabel={t("code.keys")}
          onChange={change}
          onRun={run}
        />
      </div>
      <div className="code-run-row">
        {state.isBusy ? (
          <Button look="quiet" onClick={stop}>
            {t("code.stop")}
          </Button>
        ) : (
          <Button onClick={run}>{runLabel}</Button>
        )}
        <span role="status" className="small text-muted">
          {state.state === "loading" && t("code.loading")}
        </span>
      </div>
    </>
  )
}
