export interface AccountWatch {
  readonly userId: string
  /** Forgets what the account typed. */
  readonly forget: () => unknown
  readonly onSignOut: () => unknown
}

/**
 * Opens the page anew once another account is signed in on the device: it shows the former one, and what is saved here would be
 * the other one's. After a sign-out alone the page asks to sign in, and keeps what was typed for the same account's next session.
 * @returns what ends the watch
 */
export function watchAccount(account: AccountWatch): () => void {
  // Each sign-in and sign-out changes one of the cookies.
  const opened = document.cookie
  const check = async () => {
    if (document.cookie !== opened) await (await import("./leave-account.ts")).leaveAccount(account)
  }
  // Without a connection nothing can be saved either.
  const listener = () => void check().catch(() => undefined)
  const watch = new AbortController()
  addEventListener("focus", listener, watch)
  document.addEventListener("visibilitychange", listener, watch)
  return () => watch.abort()
}
