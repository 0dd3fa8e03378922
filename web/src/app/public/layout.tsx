import type { ReactNode } from "react"
import { ChatButton } from "#features/chat/chat-button.tsx"
import { usePage } from "#platform/page.tsx"
import type { LinkPath } from "#platform/paths.ts"
import { SiteFooter } from "./footer.tsx"
import { SiteHeader } from "./header.tsx"

interface Props {
  readonly children: ReactNode
  /** The page that is this one in other languages, where it is not this address: a lost page's is home. */
  readonly samePage?: LinkPath
}

/** Header and footer around what a public page says. */
export function SiteLayout({ children, samePage }: Props) {
  const { t, path } = usePage()
  const same = samePage ?? (path as LinkPath)
  return (
    <>
      <a className="skip button" href="#main">
        {t("header.skip")}
      </a>
      <SiteHeader samePage={same} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter samePage={same} />
      {/* The page with the card's fields stays free of everything else. */}
      {path !== "/donate" && <ChatButton />}
    </>
  )
}
