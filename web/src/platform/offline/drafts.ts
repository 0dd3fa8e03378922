const PREFIX = "admin-draft:"
/** Storage key of the account that the drafts of this tab belong to. */
const OWNER_KEY = "admin-drafts-of"

/** Reads an unsent draft by its name. Drafts survive a reload and back navigation, in this tab only. */
export function readDraft<Draft>(name: string): Draft | null {
  const stored = sessionStorage.getItem(PREFIX + name)
  return stored ? (JSON.parse(stored) as Draft) : null
}

export function keepDraft(name: string, draft: unknown): void {
  write(PREFIX + name, JSON.stringify(draft))
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name)
}

/** Keeps the drafts when the same account signs in again after its session expired, and clears another account's. */
export function claimDrafts(owner: string): void {
  if (sessionStorage.getItem(OWNER_KEY) === owner) return
  clearDrafts()
  write(OWNER_KEY, owner)
}

/** Called at sign-out: the next user of this tab must not see them. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

function write(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text)
  } catch {
    // Storage is full or blocked: the input stays in the form only.
  }
}
