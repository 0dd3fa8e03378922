import { useLogoutAdmin } from "#features/accounts/admin/api.ts"
import { FactorSettings } from "#features/accounts/admin/factor-settings.tsx"
import { useAdminApp } from "#platform/app/app.tsx"
import { LoginFrame } from "./login-page.tsx"

/** Instead of the admin area, once the second factor that the site requires is overdue. */
export function FactorSetupPage() {
  const { t } = useAdminApp()
  const { mutate: signOut } = useLogoutAdmin()
  return (
    <LoginFrame title={t("factor.overdue_title")} about={t("factor.overdue")}>
      <FactorSettings />
      <div>
        <button type="button" className="link" onClick={() => signOut("user")}>
          {t("header.sign_out")}
        </button>
      </div>
    </LoginFrame>
  )
}
