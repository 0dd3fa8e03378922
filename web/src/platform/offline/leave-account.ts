import { currentOwner } from "./device-account.ts"
import type { AccountWatch } from "./watch-account.ts"

/** The check of `watchAccount`, which few visits load. @throws without a connection */
export async function leaveAccount({ userId, forget, onSignOut }: AccountWatch): Promise<void> {
  const owner = await currentOwner()
  if (owner === userId) return
  if (owner === null) return void onSignOut()
  await forget()
  // With the part after a `#` the browser would stay on this page.
  location.replace(location.pathname + location.search)
}
