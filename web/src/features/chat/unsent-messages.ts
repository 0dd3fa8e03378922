import type { ChatMessage } from "@haitech/contract/chat"
import { CallFailed } from "#platform/http/request.ts"
import { openSendQueue, type QueueSettings } from "#platform/offline/send-queue.ts"
import type { QueuedItem } from "#platform/offline/stored-items.ts"
import { markUnsent } from "#platform/offline/unsent-flag.ts"
import type { Calls, NewMessage } from "./api.ts"
import { GUEST_OWNER } from "./chat-form.ts"
import type { openConversation } from "./conversation.ts"

export type UnsentMessage = QueuedItem<Omit<NewMessage, "id">>

/**
 * A message as the panel shows it. It is `sent` once the server has acknowledged it; `before` marks a message that a
 * guest wrote before a member signed in, and that waits for the member to confirm it.
 */
export type Entry =
  | { readonly key: string; readonly state: "sent"; readonly message: ChatMessage }
  | {
      readonly key: string
      readonly state: "sending" | "waiting" | "refused" | "before"
      readonly unsent: UnsentMessage
    }

export interface UnsentSettings extends Pick<QueueSettings, "storage" | "timers" | "withTabLock" | "isOnline"> {
  readonly calls: Pick<Calls, "send">
  /** Owner of what is written in a session of which the chat does not know the account yet; null without a session. */
  readonly session: () => string | null
}

type Conversation = Pick<ReturnType<typeof openConversation>, "state" | "status" | "accept" | "catchUp">

interface Events {
  readonly onChange: () => void
  readonly onSent: () => void
  /** Runs at each failed attempt (spec §8). */
  readonly onFailed: () => void
}

const UNSENT_PREFIX = "chat.unsent."

/** The current user did not write the message. */
class OtherOwnerError extends Error {}

/** The messages that the server has not acknowledged yet. Each is sent only for the user who wrote it. */
export function openUnsentMessages(settings: UnsentSettings, conversation: Conversation, events: Events) {
  const { storage, calls, session } = settings
  const opened = session()
  /** As long as the user is unknown, every message counts as theirs. */
  function canSend({ owner }: UnsentMessage): boolean {
    const { chatStatus } = conversation.state()
    return !chatStatus || owner === session() || owner === (chatStatus.userId ?? GUEST_OWNER)
  }

  const queue = openSendQueue<UnsentMessage["body"], ChatMessage>({
    ...settings,
    keyPrefix: UNSENT_PREFIX,
    canSend,
    async send(unsent) {
      await conversation.status().catch(unknownUser)
      if (!canSend(unsent)) throw new OtherOwnerError()
      return calls.send({ ...unsent.body, id: unsent.id })
    },
    onSent(_, message) {
      events.onSent()
      conversation.accept(message)
    },
    onFailed(failure) {
      console.error(`A message was not sent: ${failure instanceof CallFailed ? failure.status : "no answer"}`)
      if (!(failure instanceof OtherOwnerError)) events.onFailed()
    },
    onRemoved: () => void conversation.catchUp(),
    onChange: events.onChange,
  })

  const list = () => [...queue.removed(), ...queue.list()]

  function stateOf(unsent: UnsentMessage): Exclude<Entry["state"], "sent"> | null {
    if (!canSend(unsent)) return unsent.owner === GUEST_OWNER ? "before" : null
    if (unsent.refusal !== undefined) return "refused"
    return queue.isWaiting(unsent.id) ? "waiting" : "sending"
  }

  return {
    ...queue,
    entries(): Entry[] {
      return list().flatMap((unsent) => {
        const state = stateOf(unsent)
        return state ? [{ key: unsent.id, state, unsent }] : []
      })
    },
    /** The member's next session would not find what belongs to this one. Not once another account signs in elsewhere. */
    claim(userId: string): void {
      if (opened !== session()) return
      for (const unsent of queue.list()) if (unsent.owner === opened) queue.write({ ...unsent, owner: userId })
    },
    /** Drops messages that the server has: their response got lost, or another tab sent them. */
    dropSent(messages: readonly ChatMessage[]): void {
      const sentIds = new Set(messages.map(({ clientId }) => clientId))
      for (const { id } of list()) if (sentIds.has(id)) queue.drop(id)
    },
    /** Sets the flag for messages of any owner: the chat sends them once their owner is back. */
    updateFlag(): void {
      const hasUnsent = queue.list().some(({ refusal }) => refusal === undefined)
      markUnsent(storage, "chat", hasUnsent)
    },
  }
}

/** A failed user check blames the connection, not the message, so that the queue tries again. */
function unknownUser(failure: unknown): never {
  if (failure instanceof CallFailed && failure.status === 429) throw failure
  throw new Error("unknown user", { cause: failure })
}
