import type { ReactNode } from "react"
import { AccountMenu } from "#features/accounts/account-menu.tsx"
import { ChatFragment } from "#features/chat/chat-fragment.tsx"
import { JoinDialog } from "#features/outreach/join-dialog.tsx"
import { ErrorTexts } from "#platform/page/error-texts.tsx"

/** At `/fragments/<language>/<name>.html`, fetched on demand: every page can open them but few visits do. */
export const fragments: Readonly<Record<string, () => ReactNode>> = {
  account: AccountMenu,
  chat: ChatFragment,
  errors: ErrorTexts,
  join: JoinDialog,
}

/** Styles that load with a fragment instead of being inlined into every page. */
export const fragmentStyles: Readonly<Record<string, string>> = {
  account: "src/features/accounts/account-menu.css",
  chat: "src/features/chat/chat.css",
}
