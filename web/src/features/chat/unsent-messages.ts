import type { ChatMessage } from "@haitech/contract/chat"
import { CallFailed } from "#platform/http/request.ts"
import { openSendQueue, type QueueSettings } from "#platform/offline/send-queue.ts"
import type { QueuedItem } from "#platform/offline/stored-items.ts"
import { markUnsent } from "#platform/offline/unsent-flag.ts"
import type { Calls, ChatStatus, NewMessage } from "./api.ts"
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
  const { storage, calls } = settings
  const canSend = (unsent: UnsentMessage) => isOwner(unsent, conversation.state().chatStatus)

  const queue = openSendQueue<UnsentMessage["body"], ChatMessage>({
    ...settings,
    keyPrefix: UNSENT_PREFIX,
    canSend,
    async send(unsent) {
      if (!isOwner(unsent, await conversation.status().catch(unknownUser))) throw new OtherOwnerError()
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
    /** Drops a message that the server has: its response got lost, or another tab sent it. False without one. */
    dropSent(messages: readonly ChatMessage[]): boolean {
      const sentIds = new Set(messages.map(({ clientId }) => clientId))
      const sent = list().find(({ id }) => sentIds.has(id))
      if (sent) queue.drop(sent.id)
      return sent !== undefined
    },
    /** Sets the flag for messages of any owner: the chat sends them once their owner is back. */
    updateFlag(): void {
      const hasUnsent = queue.list().some(({ refusal }) => refusal === undefined)
      markUnsent(storage, "chat", hasUnsent)
    },
  }
}

/** As long as the user is unknown, every message counts as theirs. */
function isOwner({ owner }: UnsentMessage, chatStatus: ChatStatus | null): boolean {
  return !chatStatus || owner === (chatStatus.userId ?? GUEST_OWNER)
}

/** A failed user check blames the connection, not the message, so that the queue tries again. */
function unknownUser(failure: unknown): never {
  if (failure instanceof CallFailed && failure.status === 429) throw failure
  throw new Error("the current user is unknown", { cause: failure })
}
