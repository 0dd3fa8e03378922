import { useAdminApp } from "#platform/app/app.tsx"

/** The texts of `Conflict`. */
export function useConflictTexts() {
  const { t } = useAdminApp()
  return {
    title: t("admin.conflict_title"),
    about: t("admin.conflict_about"),
    field: t("admin.conflict_field"),
    mine: t("admin.conflict_mine"),
    theirs: t("admin.conflict_theirs"),
    keepMine: t("admin.keep_mine"),
    takeTheirs: t("admin.take_theirs"),
    empty: t("admin.empty_value"),
  }
}
