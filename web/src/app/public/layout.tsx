import type { ReactNode } from "react"
import { JoinDialog } from "#features/outreach/join-dialog.tsx"
import { usePage } from "#platform/page.tsx"
import { SiteFooter } from "./footer.tsx"
import { SiteHeader } from "./header.tsx"

/** Header, footer and the join dialog around what a public page says. */
export function SiteLayout({ children }: { readonly children: ReactNode }) {
  const { t } = usePage()
  return (
    <>
      <a className="skip button" href="#main">
        {t("header.skip")}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <JoinDialog />
    </>
  )
}
