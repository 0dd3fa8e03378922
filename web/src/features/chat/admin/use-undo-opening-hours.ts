import type { OpeningHours } from "@haitech/contract/admin/opening-hours"
import { useState } from "react"
import { useShortcuts } from "#platform/admin/use-shortcuts.ts"
import { useOpeningHoursApp } from "#platform/app/app.tsx"
import { useSaveOpeningHours } from "./opening-hours-api.ts"

interface Change {
  readonly before: OpeningHours
  readonly after: OpeningHours
}

/** Takes the last save back; the hours from before are saved as the next version. */
export function useUndoOpeningHours() {
  const { t, showToast, showFailure } = useOpeningHoursApp()
  const [change, setChange] = useState<Change | null>(null)
  const { mutateAsync, isPending } = useSaveOpeningHours()

  async function undo() {
    if (!change || isPending) return
    try {
      await mutateAsync({ version: change.after.version, week: change.before.week })
      setChange(null)
      showToast("success", t("admin.updated_title"), t("admin.opening_hours_undone"))
    } catch (failure) {
      showFailure(failure)
    }
  }

  useShortcuts(change ? { z: () => void undo() } : {})
  const [title, about] = [t("admin.opening_hours_saved"), t("admin.opening_hours_saved_about")]
  return {
    remember: (saved: Change) => setChange(saved),
    bar: {
      of: change && { id: String(change.after.version), title, about },
      undo: t("admin.undo"),
      isPending,
      onUndo: () => void undo(),
      onGone: () => setChange(null),
    },
  }
}
