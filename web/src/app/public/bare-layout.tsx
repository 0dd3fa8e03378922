import { LANGUAGES } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import { PageLink } from "#platform/navigation/link.tsx"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"

interface Props {
  readonly children: ReactNode
  /** The path of the language links. */
  readonly samePage: LinkPath
}

/** Without the site's menus and forms, which may not work while somebody reads such a page. */
export function BareLayout({ children, samePage }: Props) {
  const { t, site, language } = usePage()
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
          <ul className="flex flex-wrap gap-x-6">
            {LANGUAGES.map((other) => (
              <li key={other}>
                <a
                  className="more"
                  href={address(other, samePage)}
                  lang={other}
                  hrefLang={other}
                  aria-current={other === language ? "true" : undefined}
                >
                  {t(`language.${other}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </footer>
    </>
  )
}
