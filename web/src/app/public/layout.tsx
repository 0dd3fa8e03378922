import type { ReactNode } from "react"
import { ChatButton } from "#features/chat/chat-button.tsx"
import type { LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { SiteFooter } from "./footer.tsx"
import { SiteHeader } from "./header.tsx"

/** The page with the card fields must not load other widgets; a small sign-in page has no room for the button. */
const WITHOUT_CHAT: readonly string[] = [
  "/donate",
  "/login",
  "/login-code",
  "/register",
  "/forgot-password",
  "/reset-password",
]

interface Props {
  readonly children: ReactNode
  /** The path of the language links, if it is not this page's: the 404 page links to the home page. */
  readonly samePage?: LinkPath
  /** A lesson has an eave and a dock of its own. */
  readonly isLesson?: true
}

export function SiteLayout({ children, samePage, isLesson }: Props) {
  const { t, path } = usePage()
  const same = samePage ?? (path as LinkPath)
  return (
    <>
      <a className="skip button" href="#main">
        {t("header.skip")}
      </a>
      <SiteHeader samePage={same} isPlain={isLesson} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter samePage={same} />
      {!WITHOUT_CHAT.includes(path) && <ChatButton {...(isLesson && { className: "ask lesson-ask" })} />}
    </>
  )
}
