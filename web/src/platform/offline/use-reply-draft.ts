import { useState } from "react"
import { dropDraft, keepDraft, readDraft } from "./drafts.ts"

interface Draft {
  readonly id: string
  readonly message: string
  /** The text sent under this id. After a lost response, the same text is sent again under the same id. */
  readonly sent?: string
}

/** An unsent reply. It survives the dialog and a reload until it is sent. */
export function useReplyDraft(name: string) {
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(name) ?? emptyDraft())
  const save = (next: Draft) => {
    setDraft(next)
    keepDraft(name, next)
  }
  return {
    message: draft.message,
    write: (message: string) => save({ ...draft, message }),
    /** Returns the id to send it under: a changed text gets a new id. */
    send(message: string) {
      const id = draft.sent === undefined || draft.sent === message ? draft.id : crypto.randomUUID()
      save({ id, message: draft.message, sent: message })
      return id
    },
    /** Clears the text; the next reply gets an id of its own. */
    forget() {
      dropDraft(name)
      setDraft(emptyDraft())
    },
  }
}

function emptyDraft(): Draft {
  return { id: crypto.randomUUID(), message: "" }
}
