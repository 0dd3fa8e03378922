import { useEffect, useRef, useState } from "react"
import { dropDraft, keepDraft, readDraft } from "#platform/offline/drafts.ts"
import { useUnloadQuestion } from "./use-unload-question.ts"

/**
 * The input of a form, stored under `key` while `hasChanges` says so: it survives an expired session, a reload and another
 * page. `begin` gets what was stored before, or null.
 */
export function useDraft<Draft>(
  key: string,
  begin: (stored: Draft | null) => Draft,
  hasChanges: (draft: Draft) => boolean,
) {
  const [stored] = useState(() => readDraft<Draft>(key))
  const [draft, write] = useState(() => begin(stored))
  const isDirty = hasChanges(draft)
  const isForgotten = useRef(false)
  useEffect(() => {
    if (isDirty && !isForgotten.current) keepDraft(key, draft)
    else dropDraft(key)
  }, [key, isDirty, draft])
  useUnloadQuestion(isDirty)
  return {
    draft,
    write,
    isDirty,
    wasRestored: stored !== null && isDirty,
    /** For a form that is about to close. */
    forget() {
      isForgotten.current = true
      dropDraft(key)
    },
  }
}
