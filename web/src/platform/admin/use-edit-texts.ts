import { useAdminApp } from "#platform/app/app.tsx"
import { useConflictTexts } from "./use-conflict-texts.ts"

/** The texts of `EditDialog`. */
export function useEditTexts() {
  const { t } = useAdminApp()
  return {
    conflict: useConflictTexts(),
    close: t("dialog.close"),
    save: t("profile.save"),
    saving: t("profile.saving"),
    cancel: t("profile.cancel"),
    restored: t("admin.draft_kept"),
    discard: t("admin.draft_discard"),
    question: t("admin.leave_ask"),
    stay: t("admin.leave_stay"),
    leave: t("admin.leave_go"),
  }
}
