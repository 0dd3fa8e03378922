import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { BareLayout } from "./bare-layout.tsx"

/** What a person sees whose page or form the server cannot answer for the moment. */
export function UnavailablePage() {
  const { t } = usePage()
  return (
    <BareLayout samePage="/">
      <PageHead column title={t("unavailable.title")} lead={t("unavailable.description")} />
      <div className="wrap column flex flex-wrap gap-3 pt-8 pb-16">
        <PageLink to="/status" className={buttonClass()}>
          {t("unavailable.status")}
        </PageLink>
        <PageLink to="/" className={buttonClass("quiet")}>
          {t("not_found.home")}
        </PageLink>
      </div>
    </BareLayout>
  )
}
