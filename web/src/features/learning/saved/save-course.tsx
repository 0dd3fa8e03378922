import type { Language } from "@haitech/contract/languages"
import { useEffect } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { SAVE_STATE_TEXTS, SaveControls } from "./save-controls.tsx"
import { showSaved } from "./saved-marks.ts"
import { type CourseToSave, useSavedCourse } from "./use-saved-course.ts"

export const SAVE_COURSE_TEXTS = [...SAVE_STATE_TEXTS, "saved.all"] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof SAVE_COURSE_TEXTS)[number], string>>
  readonly language: Language
  readonly course: CourseToSave
  /** The addresses of its lessons. */
  readonly lessons: readonly string[]
  /** The page with everything that is saved. */
  readonly savedPage: string
}

/** Saves a course on this device: its size first, then how far it is, then what to do with it. */
export function SaveCourse({ texts, language, course, lessons, savedPage }: Props) {
  const saving = useSavedCourse(course)
  const { state } = saving
  const saved = state.kind === "saving" ? state.progress?.saved : undefined
  const isSaved = state.kind === "saved"
  useEffect(() => {
    if (isSaved || saved) showSaved((address) => isSaved || saved?.has(address) === true)
    else if (state.kind === "open") showSaved(() => false)
  }, [isSaved, saved, state.kind])
  return (
    <>
      <SaveControls texts={texts} language={language} saving={saving} page={course.page} lessons={lessons} />
      {isSaved && (
        <p>
          <a className="underline" href={savedPage}>
            {texts["saved.all"]}
          </a>
        </p>
      )}
    </>
  )
}
