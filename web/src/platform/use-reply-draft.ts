import { useState } from "react"
import { dropDraft, keepDraft, readDraft } from "./drafts.ts"

interface Draft {
  readonly id: string
  readonly message: string
  /** What was sent under this id, should it not have been answered: the same again is the same answer. */
  readonly sent?: string
}

/** What is being written to somebody: it outlives its form and a reload until it is sent. */
export function useReplyDraft(name: string) {
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(name) ?? { id: crypto.randomUUID(), message: "" })
  const keep = (next: Draft) => {
    setDraft(next)
    keepDraft(name, next)
  }
  return {
    message: draft.message,
    write: (message: string) => keep({ ...draft, message }),
    /** The name under which it is sent: other words are another answer. */
    send(message: string) {
      const id = draft.sent === undefined || draft.sent === message ? draft.id : crypto.randomUUID()
      keep({ id, message: draft.message, sent: message })
      return id
    },
    forget: () => dropDraft(name),
  }
}
