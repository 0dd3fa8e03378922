import { ImportMembers } from "#features/outreach/admin/import-members.tsx"
import { useImportAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { focusTitle } from "./header.tsx"

export function MembershipImportPage() {
  const { t } = useImportAdminApp()
  return (
    <div className="admin-page">
      <AppLink className="admin-back" to="/memberships">
        <AdminIcon name="back" />
        {t("admin.memberships")}
      </AppLink>
      <h1 id="admin-title" tabIndex={-1}>
        {t("import.title")}
      </h1>
      <ImportMembers focusTitle={focusTitle} />
    </div>
  )
}
