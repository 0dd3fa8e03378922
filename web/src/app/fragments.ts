import type { ReactNode } from "react"
import { AccountMenu } from "#features/accounts/account-menu.tsx"
import { ChatFragment } from "#features/chat/chat-fragment.tsx"
import { JoinDialog } from "#features/outreach/join-dialog.tsx"

/**
 * What pages fetch, drawn, when somebody asks for it: every page could open it, and hardly any visit does, so no page
 * carries it. Each stands at `/fragments/<language>/<name>.html`.
 */
export const fragments: Readonly<Record<string, () => ReactNode>> = {
  account: AccountMenu,
  chat: ChatFragment,
  join: JoinDialog,
}

/** The styles that come with a part instead of standing in every page, by the part's name: where their source is. */
export const fragmentStyles: Readonly<Record<string, string>> = { chat: "src/styles/chat.css" }
