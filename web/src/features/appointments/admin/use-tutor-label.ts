import type { Tutor } from "@haitech/contract/admin/tutors"
import { useAdminApp } from "#platform/app/app.tsx"

/** The name of a tutor in a list of choices; the server refuses one without a valid screening. */
export function useTutorLabel(): (tutor: Tutor) => string {
  const { t } = useAdminApp()
  return ({ name, screenedUntil }) => {
    if (screenedUntil === null) return `${name} (${t("admin.screening_missing")})`
    return Date.parse(screenedUntil) < Date.now() ? `${name} (${t("admin.screening_lapsed")})` : name
  }
}
