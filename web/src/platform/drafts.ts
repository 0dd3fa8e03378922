const MARK = "admin-draft:"
/** Whose the drafts of this tab are. */
const OWNER = "admin-drafts-of"

/** What was begun and not sent, by a name: it outlives a reload and a way back, in this tab only. */
export function readDraft<Draft>(name: string): Draft | null {
  const kept = sessionStorage.getItem(MARK + name)
  return kept ? (JSON.parse(kept) as Draft) : null
}

export function keepDraft(name: string, draft: unknown): void {
  write(MARK + name, JSON.stringify(draft))
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(MARK + name)
}

/** Drafts outlast a session that ends by itself, for the one who wrote them. */
export function claimDrafts(owner: string): void {
  if (sessionStorage.getItem(OWNER) === owner) return
  clearDrafts()
  write(OWNER, owner)
}

/** Whoever signs out leaves nothing for who comes next. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(MARK)) sessionStorage.removeItem(key)
}

function write(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text)
  } catch {
    // Full or forbidden: the form itself still holds what was typed.
  }
}
