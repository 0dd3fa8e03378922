import type { ReactNode } from "react"
import { PageLink } from "#platform/navigation/link.tsx"
import type { LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"
import { LanguageList } from "./language-list.tsx"

interface Props {
  readonly children: ReactNode
  /** The path of the language links. */
  readonly samePage: LinkPath
}

/** Without the site's menus and forms, which may not work while somebody reads such a page. */
export function BareLayout({ children, samePage }: Props) {
  const { t, site } = usePage()
  return (
    <>
      <header className="site plain">
        <div className="wrap bar">
          <PageLink to="/" className="brand" aria-label={t("header.home")}>
            <BrandMark />
            <span>{site.name}</span>
          </PageLink>
        </div>
      </header>
      <main id="main">{children}</main>
      <footer className="wrap column pb-12">
        <nav aria-label={t("footer.language")}>
          <LanguageList className="flex flex-wrap gap-x-6" linkClass="more" samePage={samePage} />
        </nav>
      </footer>
    </>
  )
}
