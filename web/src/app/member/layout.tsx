import type { ReactNode } from "react"
import { PageLink } from "#platform/link.tsx"
import { usePage } from "#platform/page.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"

/** The bar above the single-page apps, with the way back to the public site. */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  const { t, site } = usePage()
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="wrap flex h-16 items-center">
          <PageLink to="/" className="brand" aria-label={t("header.home")}>
            <BrandMark />
            <span>{site.name}</span>
          </PageLink>
        </div>
      </header>
      <main id="main" className="wrap py-16">
        {children}
      </main>
    </>
  )
}
