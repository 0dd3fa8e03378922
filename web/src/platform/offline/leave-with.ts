import { currentOwner } from "./device-account.ts"
import { leaveToOthers, openPageAccount } from "./page-account.ts"
import { sessionOwner } from "./session-owner.ts"

/** Opens the page anew once another account is signed in: what is written here would be the other one's. */
export function leaveWith(account: string): void {
  leaveToOthers(openPageAccount({ session: sessionOwner, account: () => account, identify: currentOwner }))
}
