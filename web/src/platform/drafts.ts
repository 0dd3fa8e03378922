const MARK = "office-draft:"

/** What was begun and not sent, by a name: it outlives a reload and a way back, in this tab only. */
export function readDraft<Draft>(name: string): Draft | null {
  const kept = sessionStorage.getItem(MARK + name)
  return kept ? (JSON.parse(kept) as Draft) : null
}

export function keepDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(MARK + name, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form itself still holds what was typed.
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(MARK + name)
}

/** Whoever signs out leaves nothing for who comes next. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(MARK)) sessionStorage.removeItem(key)
}
