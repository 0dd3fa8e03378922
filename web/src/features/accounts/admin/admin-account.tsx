import type { Admin } from "@haitech/contract/admin/accounts"
import { useAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { SECURITY_PATH } from "./factor-reminder.tsx"

interface Props {
  readonly admin: Admin
  readonly isSigningOut: boolean
  readonly onPassword: () => void
  readonly onSignOut: () => void
}

/** The signed-in administrator at the end of the navigation. */
export function AdminAccount({ admin, isSigningOut, onPassword, onSignOut }: Props) {
  const { t } = useAdminApp()
  return (
    <div className="admin-me">
      <p>
        <strong>{[admin.firstName, admin.lastName].filter(Boolean).join(" ") || admin.email}</strong>
        <span>{admin.username ?? admin.email}</span>
      </p>
      <AppLink to={SECURITY_PATH} className="rail-link" title={t("factor.title")}>
        <AdminIcon name="badge" />
        <span className="rail-label">{t("factor.nav")}</span>
      </AppLink>
      <button type="button" title={t("admin.change_password")} onClick={onPassword}>
        <AdminIcon name="key" />
        <span className="rail-label">{t("admin.change_password")}</span>
      </button>
      <button
        type="button"
        title={t("header.sign_out")}
        onClick={isSigningOut ? undefined : onSignOut}
        aria-disabled={isSigningOut || undefined}
      >
        <AdminIcon name="leave" />
        <span className="rail-label">{t("header.sign_out")}</span>
      </button>
    </div>
  )
}
