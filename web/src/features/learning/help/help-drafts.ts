/** Followed by the id of the lesson: the name of the draft of its question, in this tab. */
export const HELP_DRAFTS = "help-"
const OWNER_KEY = "help-drafts-of"

/** For the person who uses this tab now. A guest's drafts go to the account that signs in; those of an account to no other one. */
export async function claimHelpDrafts(account: string | null): Promise<void> {
  try {
    const earlier = sessionStorage.getItem(OWNER_KEY)
    if (earlier !== null && earlier !== account) await dropHelpDrafts()
    if (account === null) sessionStorage.removeItem(OWNER_KEY)
    else sessionStorage.setItem(OWNER_KEY, account)
  } catch {
    // Where the browser blocks its storage, there are no drafts.
  }
}

async function dropHelpDrafts(): Promise<void> {
  if (!sessionStorage.getItem("drafts")) return
  const { dropDrafts } = await import("#platform/offline/form-drafts.ts")
  dropDrafts(HELP_DRAFTS)
}
