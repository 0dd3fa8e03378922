import type { LessonTextRecord } from "@haitech/contract/admin/learning"
import { useState } from "react"
import { isOutdated } from "#platform/admin/is-outdated.ts"
import { useDraft } from "#platform/admin/use-draft.ts"
import { serverProblem, useLearningAdminApp } from "#platform/app/app.tsx"
import { useTextActions } from "./text-api.ts"

/** What the form shows; `basis` and `version` are those of the stored draft that it changes, `textVersion` of the text. */
interface Writing {
  readonly content: string
  readonly basis: string
  readonly version: string | null
  readonly textVersion?: string | null
}

/** The editor of one text: what is typed, its draft on the server, and the conflict if somebody else saved it. */
export function useLessonEditor(record: LessonTextRecord) {
  const { t, showToast } = useLearningAdminApp()
  const { save, publish, remove, readCurrent, isBusy } = useTextActions({
    id: record.lessonId,
    language: record.language,
  })
  const { writing, write, isDirty, wasRestored } = useWriting(record)
  const { attempt, error, clearError, theirs, settle } = useAttempt(write, readCurrent)
  const { content, basis: _, ...loaded } = writing

  async function saveOver(stored: typeof loaded) {
    if (await attempt(() => save({ content, ...stored })))
      showToast("success", t("admin.lesson_draft_saved"), t("admin.lesson_draft_saved_about"))
  }
  return {
    content,
    isDirty,
    wasRestored,
    isBusy,
    error,
    set(changed: string) {
      clearError()
      write({ ...writing, content: changed })
    },
    discard: () => write(writingOf(record)),
    save: () => saveOver(loaded),
    async publish(isUpToDate: boolean) {
      const isSaved = !isDirty && record.draft !== null
      const saved = isSaved ? record : await attempt(() => save({ content, ...loaded }))
      const draft = saved?.draft
      if (draft && (await attempt(() => publish({ ...loaded, version: draft.version, isUpToDate }))))
        showToast("success", t("admin.lesson_published"), t("admin.lesson_published_about"))
    },
    /** @returns what was deleted */
    async remove() {
      const { version } = loaded
      return version !== null && (await attempt(() => remove(version))) ? content : undefined
    },
    restore: (deleted: string) => attempt(() => save({ ...loaded, content: deleted, version: null })),
    conflict: theirs && {
      theirs: changedBy(theirs, loaded.version),
      keepMine() {
        settle()
        void saveOver({ version: theirs.draft?.version ?? null, textVersion: theirs.version })
      },
      takeTheirs() {
        settle()
        write({ ...writingOf(theirs), content: changedBy(theirs, loaded.version) })
      },
    },
  }
}

/** Runs actions on the stored text: tells of a failure, and finds what somebody else has saved in the meantime. */
function useAttempt(write: (writing: Writing) => void, readCurrent: () => Promise<LessonTextRecord>) {
  const { t, showToast, failureMessage } = useLearningAdminApp()
  const [error, setError] = useState<string>()
  const [theirs, setTheirs] = useState<LessonTextRecord | null>(null)
  /** @returns undefined after a failure */
  async function attempt(action: () => Promise<LessonTextRecord>): Promise<LessonTextRecord | undefined> {
    setError(undefined)
    try {
      const saved = await action()
      write(writingOf(saved))
      return saved
    } catch (failure) {
      const current = isOutdated(failure) ? await readCurrent().catch(() => undefined) : undefined
      if (current) setTheirs(current)
      else {
        const reason = serverProblem(failure).fields["content"]
        setError(reason)
        showToast("failure", t("admin.save_failed_title"), reason ?? failureMessage(failure))
      }
      return undefined
    }
  }
  return { attempt, error, clearError: () => setError(undefined), theirs, settle: () => setTheirs(null) }
}

export type LessonEditor = ReturnType<typeof useLessonEditor>

function writingOf({ draft, content, version }: LessonTextRecord): Writing {
  const stored = draft?.content ?? content ?? ""
  return { content: stored, basis: stored, version: draft?.version ?? null, textVersion: version }
}

/** The other administrator's draft, or the text that they published while the draft stayed as it was. */
function changedBy({ draft, content }: LessonTextRecord, version: string | null): string {
  return (draft && draft.version !== version ? draft.content : content) ?? ""
}

function useWriting(record: LessonTextRecord) {
  const { draft, ...rest } = useDraft<Writing>(
    `lesson:${record.lessonId}:${record.language}`,
    (stored) => stored ?? writingOf(record),
    ({ content, basis }) => content !== basis,
  )
  return { writing: draft, ...rest }
}
