import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Medal } from "#ui/medal.tsx"
import { SiteLayout } from "./layout.tsx"

/** Spec §2: "Any other path shows a 404 page". */
export function NotFoundPage() {
  const { t } = usePage()
  return (
    <SiteLayout samePage="/">
      <section className="wrap grid justify-items-center gap-5 pt-32 pb-40 text-center">
        <Medal symbol="lost" className="size-32 text-action [--medal-ground:var(--bg)]" />
        <h1 className="page-title">{t("not_found.title")}</h1>
        <p className="lead max-w-[34rem] text-muted">{t("not_found.description")}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <PageLink to="/" className={buttonClass()}>
            {t("not_found.home")}
          </PageLink>
          <PageLink to="/programs" className={buttonClass("quiet")}>
            {t("home.view_all")}
          </PageLink>
          <PageLink to="/contact" className={buttonClass("quiet")}>
            {t("nav.contact")}
          </PageLink>
        </div>
      </section>
    </SiteLayout>
  )
}
