import type { ReactNode } from "react"
import { AccountMenu } from "#features/accounts/account-menu.tsx"
import { ChatFragment } from "#features/chat/chat-fragment.tsx"
import { JoinDialog } from "#features/outreach/join-dialog.tsx"
import { ErrorTexts } from "#platform/page/error-texts.tsx"

/**
 * HTML fragments at `/fragments/<language>/<name>.html`. Every page can open them but few visits do, so pages fetch them on
 * demand.
 */
export const fragments: Readonly<Record<string, () => ReactNode>> = {
  account: AccountMenu,
  chat: ChatFragment,
  errors: ErrorTexts,
  join: JoinDialog,
}

/** Source files of the styles that load with a fragment instead of being inlined into every page, by fragment name. */
export const fragmentStyles: Readonly<Record<string, string>> = { chat: "src/features/chat/chat.css" }
