import type { ReactNode } from "react"
import { AccountMenu } from "#features/accounts/account-menu.tsx"
import { JoinDialog } from "#features/outreach/join-dialog.tsx"

/**
 * What pages fetch, drawn, when somebody asks for it: every page could open it, and hardly any visit does, so no page
 * carries it. Each stands at `/parts/<language>/<name>.html`.
 */
export const parts: Readonly<Record<string, () => ReactNode>> = { account: AccountMenu, join: JoinDialog }
