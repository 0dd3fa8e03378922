import type { OpeningHours } from "@haitech/contract/admin/opening-hours"
import { isSameWeek, type OpeningSpan } from "@haitech/contract/opening-hours"
import { useState } from "react"
import { flushSync } from "react-dom"
import { isOutdated } from "#platform/admin/is-outdated.ts"
import { useDraft } from "#platform/admin/use-draft.ts"
import { useResubmit } from "#platform/admin/use-resubmit.ts"
import { useOpeningHoursApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { clearToast } from "#ui/clear-toast.ts"
import { useSaveOpeningHours } from "./opening-hours-api.ts"

type Week = OpeningHours["week"]

interface Writing {
  /** What the form edits. */
  readonly basis: OpeningHours
  readonly week: Week
}

interface Saved {
  readonly before: OpeningHours
  readonly after: OpeningHours
}

/** The form of the opening hours: what is typed survives a reload, and both versions are shown if somebody else saved. */
export function useOpeningHoursEditor(stored: OpeningHours, onSaved: (saved: Saved) => void) {
  const { t, showToast, failureMessage } = useOpeningHoursApp()
  const { draft, write, isDirty, wasRestored } = useWriting(stored)
  const [theirs, setTheirs] = useState<OpeningHours | null>(null)
  const save = useSave(draft, setTheirs)
  const submission = useFormSubmit<OpeningHours | null>({
    send: async () => ({ state: "sent", body: await save() }),
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state !== "sent" || !result.body) return
      clearToast()
      write({ basis: result.body, week: result.body.week })
      onSaved({ before: draft.basis, after: result.body })
    },
  })
  const { form, resubmit } = useResubmit(submission.form)
  const { errors, setErrors, isSending } = submission
  const { week, basis } = draft
  const settle = (next: Writing) => {
    write(next)
    setTheirs(null)
  }
  return {
    form,
    week,
    errors,
    isSending,
    isDirty,
    wasRestored,
    setDay(day: number, spans: readonly OpeningSpan[]) {
      write({ basis, week: week.with(day, [...spans]) })
      if (spans.length !== week[day]?.length) setErrors({})
    },
    discard() {
      write({ basis: stored, week: stored.week })
      setErrors({})
    },
    conflict: theirs && {
      theirs: theirs.week,
      keepMine() {
        // The form must be rendered with the new basis before it is sent.
        flushSync(() => settle({ basis: theirs, week }))
        resubmit()
      },
      takeTheirs: () => settle({ basis: theirs, week: theirs.week }),
    },
  }
}

export type OpeningHoursEditor = ReturnType<typeof useOpeningHoursEditor>

function useWriting(stored: OpeningHours) {
  const writing = useDraft<Writing>(
    "opening-hours",
    (earlier) => earlier ?? { basis: stored, week: stored.week },
    ({ basis, week }) => !isSameWeek(basis.week, week),
  )
  const { draft, write, isDirty } = writing
  if (!isDirty && draft.basis.version !== stored.version) write({ basis: stored, week: stored.week })
  return writing
}

/** Resolves with null if somebody else has saved other hours, which it passes to `onConflict`. */
function useSave({ basis, week }: Writing, onConflict: (theirs: OpeningHours) => void) {
  const { mutateAsync, readCurrent } = useSaveOpeningHours()
  return async function save(): Promise<OpeningHours | null> {
    try {
      return await mutateAsync({ version: basis.version, week })
    } catch (failure) {
      if (!isOutdated(failure)) throw failure
      onConflict(await readCurrent())
      return null
    }
  }
}
