import type { Admin } from "@haitech/contract/admin/accounts"
import { formatDay } from "@haitech/contract/clock"
import { useAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { useFactorOffer } from "./api.ts"

export const SECURITY_PATH = "/security"

interface Props extends Pick<Admin, "missingFactor"> {
  readonly path: string
}

/** After the setup, and while a required second factor is missing: the way to set one up. */
export function FactorReminder({ path, missingFactor }: Props) {
  const { t, language, timeZone } = useAdminApp()
  const isOffered = useFactorOffer()
  if (path === SECURITY_PATH || (!missingFactor && !isOffered)) return null
  return (
    <aside className="admin-reminder" aria-label={t("factor.title")}>
      <p>
        {missingFactor
          ? t("factor.due", { date: formatDay(language, missingFactor.dueAt, timeZone) })
          : t("factor.about")}
      </p>
      <AppLink to={SECURITY_PATH}>{t("factor.due_link")}</AppLink>
    </aside>
  )
}
