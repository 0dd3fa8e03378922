/** What the forms of this tab keep: after a sign-out the next person must not read it. */
export function forgetTyped(): void {
  try {
    for (const key of ["drafts", "donor"]) sessionStorage.removeItem(key)
  } catch {
    // Where the browser blocks its storage, nothing is kept.
  }
}
