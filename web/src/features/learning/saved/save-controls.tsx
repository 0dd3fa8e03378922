import type { Language } from "@haitech/contract/languages"
import { fill } from "#platform/i18n/fill.ts"
import { formatSize } from "#platform/i18n/numbers.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { SAVE_AS_FILE_TEXTS, SaveAsFile } from "./save-as-file.tsx"
import type { SaveState, useSavedCourse } from "./use-saved-course.ts"

export const SAVE_STATE_TEXTS = [
  "saved.about",
  "saved.save",
  "saved.save_size",
  "saved.free",
  "saved.saving",
  "saved.starting",
  "saved.pause",
  "saved.stopped",
  "saved.left",
  "saved.offline",
  "saved.full",
  "saved.failed",
  "saved.done",
  "saved.lost",
  "saved.update",
  "saved.remove",
  "saved.lasting",
  "saved.not_lasting",
  "saved.unsupported",
  ...SAVE_AS_FILE_TEXTS,
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof SAVE_STATE_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  readonly saving: ReturnType<typeof useSavedCourse>
  /** The address of the course's page, and those of its lessons. */
  readonly page: string
  readonly lessons: readonly string[]
}

export function SaveControls({ texts, language, saving, page, lessons }: Props) {
  const { state, save, stop, remove } = saving
  const size = (bytes: number) => formatSize(language, bytes)
  const saveLabel = labelOf(state, texts, size)
  const note = noteOf(state, texts, size)
  return (
    <div className="save-course">
      <p role="status">{statusOf({ state, texts, size, lessons })}</p>
      {state.kind === "saving" && (
        <progress
          className="scallops"
          value={state.progress?.done ?? 0}
          max={state.progress?.total ?? 1}
          aria-label={texts["saved.save"]}
        />
      )}
      {note && <p className="small text-muted">{note}</p>}
      <div className="save-course-actions">
        {saveLabel && (
          <Button compact onClick={() => void save()}>
            {saveLabel}
          </Button>
        )}
        {state.kind === "saving" && (
          <Button compact look="quiet" onClick={stop}>
            {texts["saved.pause"]}
          </Button>
        )}
        {(state.kind === "saved" || (state.kind === "stopped" && state.isStarted)) && (
          <Button compact look="quiet" onClick={() => void remove()}>
            {texts["saved.remove"]}
          </Button>
        )}
      </div>
      {state.kind === "saved" && state.lost === 0 && (
        <SaveAsFile texts={texts} language={language} page={page} bytes={state.bytes} />
      )}
    </div>
  )
}

interface Shown {
  readonly state: SaveState
  readonly texts: Texts
  readonly size: (bytes: number) => string
  readonly lessons: readonly string[]
}

function statusOf({ state, texts, size, lessons }: Shown): string {
  switch (state.kind) {
    case "unsupported":
      return texts["saved.unsupported"]
    case "saving": {
      if (!state.progress) return texts["saved.starting"]
      const { done, total, saved } = state.progress
      const ready = lessons.filter((address) => saved.has(address)).length
      return fill(texts["saved.saving"], { done: size(done), total: size(total), ready, count: lessons.length })
    }
    case "stopped":
      return state.failure ? texts[`saved.${state.failure}`] : texts["saved.stopped"]
    case "saved":
      return state.lost > 0 ? texts["saved.lost"] : fill(texts["saved.done"], { size: size(state.bytes) })
    default:
      return texts["saved.about"]
  }
}

function noteOf(state: SaveState, texts: Texts, size: Shown["size"]): string | undefined {
  if (state.kind === "open" && state.free !== null) return fill(texts["saved.free"], { size: size(state.free) })
  if (state.kind === "saved") return texts[state.isLasting ? "saved.lasting" : "saved.not_lasting"]
  return undefined
}

/** The label of the button that saves; undefined while there is nothing to save. */
function labelOf(state: SaveState, texts: Texts, size: Shown["size"]): string | undefined {
  switch (state.kind) {
    case "unknown":
      return texts["saved.save"]
    case "open":
      return fill(texts["saved.save_size"], { size: size(state.bytes) })
    case "stopped":
      return state.isStarted ? fill(texts["saved.left"], { size: size(state.left) }) : texts["saved.save"]
    case "saved": {
      const bytes = state.lost || state.update
      return bytes > 0 ? fill(texts[state.lost ? "saved.left" : "saved.update"], { size: size(bytes) }) : undefined
    }
    default:
      return undefined
  }
}
