import { PageLink } from "#platform/navigation/link.tsx"
import type { LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { BareLayout } from "./bare-layout.tsx"

/** What a person sees whose page or form the server cannot answer for the moment. */
export function UnavailablePage() {
  const { t } = usePage()
  return (
    <FailurePage
      title={t("unavailable.title")}
      lead={t("unavailable.description")}
      link={{ to: "/status", text: t("unavailable.status") }}
    />
  )
}

/** What a person sees whose page or form ran into a bug. */
export function BrokenPage() {
  const { t } = usePage()
  return (
    <FailurePage
      title={t("broken.title")}
      lead={t("broken.description")}
      link={{ to: "/contact", text: t("nav.contact") }}
    />
  )
}

interface FailurePageProps {
  readonly title: string
  readonly lead: string
  readonly link: { readonly to: LinkPath; readonly text: string }
}

function FailurePage({ title, lead, link }: FailurePageProps) {
  const { t } = usePage()
  return (
    <BareLayout samePage="/">
      <PageHead column title={title} lead={lead} />
      <div className="wrap column flex flex-wrap gap-3 pt-8 pb-16">
        <PageLink to={link.to} className={buttonClass()}>
          {link.text}
        </PageLink>
        <PageLink to="/" className={buttonClass("quiet")}>
          {t("not_found.home")}
        </PageLink>
      </div>
    </BareLayout>
  )
}
