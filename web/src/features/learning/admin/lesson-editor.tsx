import type { LessonTextRecord } from "@haitech/contract/admin/learning"
import { type RefObject, useRef, useState } from "react"
import { useConflictTexts } from "#platform/admin/use-conflict-texts.ts"
import { useShortcuts } from "#platform/admin/use-shortcuts.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Checkbox } from "#ui/choice.tsx"
import { Conflict } from "#ui/conflict.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { TEXT_STATE_TEXTS } from "./labels.ts"
import { PreviewPane } from "./preview-pane.tsx"
import { type LessonEditor, useLessonEditor } from "./use-lesson-editor.ts"

/** The text of a lesson in one language beside the lesson that it makes. */
export function LessonEditorForm({ record }: { readonly record: LessonTextRecord }) {
  const { t } = useLearningAdminApp()
  const editor = useLessonEditor(record)
  const area = useRef<HTMLTextAreaElement>(null)
  const conflictTexts = useConflictTexts()
  const { conflict, content, isBusy, error, set } = editor
  return (
    <div className="lesson-editor">
      <TextNotes record={record} editor={editor} />
      {conflict && (
        <Conflict
          texts={conflictTexts}
          mine={{ content }}
          labels={{ content: t("admin.lesson_markdown") }}
          {...conflict}
          theirs={{ content: conflict.theirs }}
          level={2}
        />
      )}
      <div className="admin-writing" hidden={conflict !== null}>
        <div className="grid content-start gap-5">
          <TextArea {...{ area, content, error, isBusy, set }} language={record.language} />
          {record.source !== null && <Source source={record.source} />}
        </div>
        <PreviewPane text={content} language={record.language} onLine={(line) => selectLine(area.current, line)} />
      </div>
      {!conflict && <Actions record={record} editor={editor} />}
    </div>
  )
}

interface AreaProps extends Pick<LessonEditor, "content" | "error" | "isBusy" | "set"> {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly language: string
}

function TextArea({ area, content, error, isBusy, set, language }: AreaProps) {
  const { t } = useLearningAdminApp()
  return (
    <TextAreaField
      ref={area}
      className="control text-area lesson-markdown"
      label={t("admin.lesson_markdown")}
      name="content"
      rows={24}
      lang={language}
      readOnly={isBusy}
      value={content}
      error={error}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

interface EditorProps {
  readonly record: LessonTextRecord
  readonly editor: LessonEditor
}

function TextNotes({ record, editor }: EditorProps) {
  const { t, label } = useLearningAdminApp()
  const { state, isEdited, draft, source } = record
  return (
    <>
      <p className="admin-chips">
        <Chip tone={entryOf(TEXT_STATE_TEXTS, state)?.tone ?? "plain"}>{label(TEXT_STATE_TEXTS, state)}</Chip>
        {isEdited && <Chip>{t("admin.text_edited")}</Chip>}
        {draft && <Chip tone="info">{t("admin.draft")}</Chip>}
      </p>
      {isEdited && <p className="small text-muted">{t("admin.lesson_edited_note")}</p>}
      {draft?.isOutdated && <p className="notice caution">{t("admin.lesson_draft_outdated")}</p>}
      {source !== null && editor.content.trim() === "" && (
        <p>
          <Button compact look="quiet" onClick={() => editor.set(source)}>
            {t("admin.lesson_from_source")}
          </Button>
        </p>
      )}
      {editor.wasRestored && <p className="notice">{t("admin.draft_kept")}</p>}
    </>
  )
}

/** The English text beside its translation. */
function Source({ source }: { readonly source: string }) {
  const { t } = useLearningAdminApp()
  return (
    <details className="lesson-source">
      <summary>{t("admin.lesson_source")}</summary>
      <pre className="scrolls" tabIndex={0} lang="en">
        {source}
      </pre>
    </details>
  )
}

function Actions({ record, editor }: EditorProps) {
  const { t } = useLearningAdminApp()
  const { isDirty, isBusy, wasRestored } = editor
  const { state, draft, source } = record
  const [isUpToDate, setUpToDate] = useState(state !== "outdated")
  const canPublish = isDirty || draft !== null || (state === "outdated" && isUpToDate)
  return (
    <div className="admin-edit-actions">
      {source !== null && (
        <Checkbox
          label={t("admin.lesson_up_to_date")}
          name="isUpToDate"
          checked={isUpToDate}
          onChange={({ currentTarget }) => setUpToDate(currentTarget.checked)}
        />
      )}
      <BusyButton isBusy={isBusy} disabled={!canPublish} onClick={() => void editor.publish(isUpToDate)}>
        {t("admin.publish")}
      </BusyButton>
      <BusyButton look="quiet" isBusy={isBusy} disabled={!isDirty} onClick={() => void editor.save()}>
        {t("admin.lesson_draft_save")}
      </BusyButton>
      {wasRestored && (
        <Button look="quiet" className="danger" onClick={editor.discard}>
          {t("admin.draft_discard")}
        </Button>
      )}
      <DraftDeletion record={record} editor={editor} />
    </div>
  )
}

/** Deletes the draft at once; the user can undo it. */
function DraftDeletion({ record: { draft, lessonTitle }, editor }: EditorProps) {
  const { t } = useLearningAdminApp()
  const [deleted, setDeleted] = useState<string | null>(null)
  const undo = () => {
    if (deleted !== null) void editor.restore(deleted).then((saved) => saved && setDeleted(null))
  }
  useShortcuts(deleted === null ? {} : { z: undo })
  return (
    <>
      {draft && (
        <BusyButton
          look="quiet"
          className="danger"
          isBusy={editor.isBusy}
          onClick={() => void editor.remove().then((content) => content !== undefined && setDeleted(content))}
        >
          {t("admin.lesson_draft_delete")}
        </BusyButton>
      )}
      <UndoBar
        of={deleted === null ? null : { id: "draft", title: t("admin.lesson_draft_deleted"), about: lessonTitle }}
        undo={t("admin.undo")}
        isPending={editor.isBusy}
        onUndo={undo}
        onGone={() => setDeleted(null)}
      />
    </>
  )
}

function selectLine(area: HTMLTextAreaElement | null, line: number) {
  if (!area) return
  const lines = area.value.split("\n")
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 3)
}
