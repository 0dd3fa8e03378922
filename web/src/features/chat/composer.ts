import type { Timers } from "#platform/offline/single-flight.ts"
import { createBody, invalidFields } from "./api.ts"
import type { createForm, FormValues } from "./chat-form.ts"
import type { openUnsentMessages, UnsentMessage } from "./unsent-messages.ts"

interface Settings {
  readonly timers: Timers
  readonly newId: () => string
  /** The maximum length of a message in characters (spec §5). */
  readonly maxLength: number
}

interface Events {
  readonly onChange: () => void
  /** The user sends a message, for the first time or again. */
  readonly onSend: () => void
}

/** Writes messages: from the form into the send queue. */
export function createComposer(
  { timers, newId, maxLength }: Settings,
  form: ReturnType<typeof createForm>,
  unsent: Pick<ReturnType<typeof openUnsentMessages>, "put" | "retry" | "sendNow">,
  { onChange, onSend }: Events,
) {
  return {
    type(field: keyof FormValues, text: string): void {
      form.type(field, text)
      onChange()
    },
    /** Queues the message in the form, or returns the invalid fields in form order. */
    send(): readonly (keyof FormValues)[] {
      const body = createBody(form.values())
      const invalid = invalidFields(body, maxLength)
      if (invalid.length > 0) return invalid
      onSend()
      void unsent.put({ id: newId(), owner: form.owner(), writtenAt: timers.now(), body })
      form.clear()
      onChange()
      return []
    },
    /** Sends a waiting message without waiting for the next attempt. Unchanged, because the server may have it already. */
    sendNow({ id }: UnsentMessage): void {
      onSend()
      void unsent.sendNow(id)
    },
    /** Sends a refused message, or one from before the sign-in, with the current name and email. */
    retry(message: UnsentMessage): void {
      const body = createBody({ ...form.values(), message: message.body.message })
      const isValid = invalidFields(body, maxLength).length === 0
      onSend()
      void unsent.retry({ ...message, owner: form.owner(), body: isValid ? body : message.body })
    },
  }
}
