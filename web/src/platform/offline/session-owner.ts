/** The value of the cookie that each sign-in sets anew. */
export function session(): string | undefined {
  return /(?:^|; )signed_in=(\w+)/.exec(document.cookie)?.[1]
}

/** Stands for an account until the server has said whose session this is; null for a guest. */
export function sessionOwner(): string | null {
  const current = session()
  return current === undefined ? null : `session:${current}`
}

/** What the forms of this tab keep: after a sign-out the next person must not read it. */
export function forgetTyped(): void {
  try {
    for (const key of ["drafts", "donor"]) sessionStorage.removeItem(key)
  } catch {
    // Where the browser blocks its storage, nothing is kept.
  }
}
