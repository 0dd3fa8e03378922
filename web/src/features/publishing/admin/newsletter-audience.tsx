import { LANGUAGES } from "@haitech/contract/languages"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useNewslettersAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useAudience } from "./newsletter-api.ts"

/** How many would get the newsletter, and in which languages. */
export function Audience({ id }: { readonly id: string }) {
  const { t, language } = useNewslettersAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useAudience(id)
  if (error) return <LoadFailed {...loadError(error, refetch)} />
  if (!data) return <Skeleton className="h-6 w-3/4" />
  if (data.total === 0) return <p>{t("admin.newsletter_none")}</p>
  const parts = LANGUAGES.filter((of) => data[of] > 0).map(
    (of) => `${formatNumber(language, data[of])} ${t(`language.${of}`)}`,
  )
  const total = formatNumber(language, data.total)
  return <p>{t("admin.newsletter_audience", { total, languages: parts.join(", ") })}</p>
}
