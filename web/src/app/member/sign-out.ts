import { signOutTexts } from "#features/accounts/sign-out-texts.ts"
import { unsentRequests } from "#features/appointments/unsent-requests.ts"
import { unsentPosts } from "#features/groups/unsent-posts.ts"
import { confirmSignOut, type SignOutTexts } from "#features/learning/unsent-events.ts"

/** Sends what waits on this device, and asks before any of it stays behind. @returns whether to sign out */
export async function askToSignOut(texts: SignOutTexts): Promise<boolean> {
  return confirmSignOut(texts, [await unsentRequests(), await unsentPosts()])
}

/** The same in an app, which has the texts. */
export function askToLeaveApp(t: Parameters<typeof signOutTexts>[0]): Promise<boolean> {
  return askToSignOut(signOutTexts(t))
}
