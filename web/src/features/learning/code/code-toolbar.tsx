import type { ExerciseOf } from "@haitech/contract/lessons"
import type { RefObject } from "react"
import type { CodeTexts } from "./code-texts.ts"
import type { EditorControls } from "./editor-controls.ts"

const FILES = { python: "program.py", javascript: "program.js", html: "page.html" } as const
const RESET = "M4 12a8 8 0 1 0 3-6.2M4 3v5h5"
const UNDO = "M9 14 4 9l5-5M4 9h11a5 5 0 0 1 0 11h-4"
const RUN = "M7 4v16l13-8z"
const STOP = "M6 6h12v12H6z"

interface Props {
  readonly exercise: ExerciseOf<"code">
  readonly t: CodeTexts
  readonly controls: RefObject<EditorControls | null>
  readonly runLabel: string
  readonly isBusy: boolean
  readonly onRun: () => void
  readonly onStop: () => void
}

/** The head of the editor. On a phone, the button below the editor runs the program. */
export function CodeToolbar({ exercise, t, controls, runLabel, isBusy, onRun, onStop }: Props) {
  return (
    <div className="code-toolbar">
      <b lang="zxx">{FILES[exercise.language]}</b>
      <span className="code-note">{t("code.on_device")}</span>
      <button type="button" aria-label={t("code.undo")} title={t("code.undo")} onClick={() => controls.current?.undo()}>
        <Sign path={UNDO} />
      </button>
      <button
        type="button"
        aria-label={t("code.reset")}
        title={t("code.reset")}
        onClick={() => controls.current?.replace(exercise.starter)}
      >
        <Sign path={RESET} />
      </button>
      <button type="button" className="code-toolbar-run" onClick={isBusy ? onStop : onRun}>
        <Sign path={isBusy ? STOP : RUN} />
        {isBusy ? t("code.stop") : runLabel}
        {!isBusy && <kbd>Ctrl ↵</kbd>}
      </button>
    </div>
  )
}

function Sign({ path }: { readonly path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
