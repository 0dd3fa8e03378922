import type { ChatMessage } from "@haitech/contract/chat"
import type { Calls } from "./api.ts"
import { createForm } from "./chat-form.ts"
import { createComposer } from "./composer.ts"
import { type ConversationSettings, openConversation } from "./conversation.ts"
import { type Entry, openUnsentMessages, type UnsentSettings } from "./unsent-messages.ts"

/** The notice of spec §8, or a message from the server. */
export type Notice = { readonly kind: "failed" } | { readonly kind: "text"; readonly message: string }

export interface Chat extends ReturnType<typeof openChat> {}
export type ChatView = ReturnType<Chat["view"]>

interface Settings extends ConversationSettings, UnsentSettings {
  readonly calls: Calls
  readonly newId: () => string
  /** The maximum length of a message in characters (spec §5). */
  readonly maxLength: number
}

/**
 * The state of the visitor's chat (spec §2, §4), independent of React: received messages, the send queue and the form.
 * No message is lost, sent twice, or shown as sent before the server has it.
 */
export function openChat(settings: Settings) {
  const { storage, timers, calls } = settings
  const notice = createNotice(update)
  const form = createForm(storage, settings.session)
  const conversation = openConversation(settings, {
    onChange: update,
    onReady() {
      unsent.clearRemoved()
      void unsent.retryNow()
    },
    onRefused: (message) => notice.show({ kind: "text", message }),
  })
  const unsent = openUnsentMessages(settings, conversation, {
    onChange: update,
    onSent: notice.clear,
    onFailed: () => notice.show({ kind: "failed" }),
  })
  const composer = createComposer(settings, form, unsent, { onChange: update, onSend: notice.clear })
  const { refresh, ...store } = createSnapshot(buildView)
  unsent.reread()

  function update(): void {
    const { chatStatus } = conversation.state()
    if (chatStatus) form.setUser(chatStatus)
    // A change of the queue runs this function again, inside this run.
    if (chatStatus?.userId) unsent.claim(chatStatus.userId)
    unsent.dropSent(conversation.messages())
    unsent.updateFlag()
    conversation.checkSeen()
    refresh()
  }

  function buildView() {
    const entries = [...conversation.messages().map(toEntry), ...unsent.entries()]
    const surroundings = { isOnline: settings.isOnline(), now: timers.now() }
    return { ...conversation.state(), ...surroundings, entries, form: form.values(), notice: notice.current() }
  }

  return {
    ...store,
    open: conversation.open,
    close: conversation.close,
    retryRound: conversation.catchUp,
    readEarlier: conversation.readEarlier,
    look: conversation.look,
    /** Call it when the connection or the user is back. */
    async wake(): Promise<void> {
      await conversation.recheck()
      await unsent.retryNow()
    },
    goOffline: update,
    /** Call it when another tab of this browser wrote, sent or deleted a message. */
    sync(name: string | null, before: string | null): void {
      form.sync(name, before)
      void unsent.flush()
    },
    ...composer,
    drop: unsent.drop,
    dismiss: () => notice.show(null),
    report: calls.report,
    flush: unsent.flush,
  }
}

function toEntry(message: ChatMessage): Entry {
  return { key: message.clientId ?? message.id, state: "sent", message }
}

function createNotice(onChange: () => void) {
  let notice: Notice | null = null
  return {
    current: () => notice,
    show(newNotice: Notice | null): void {
      notice = newNotice
      onChange()
    },
    /** Does not call `onChange`: the caller changes more. */
    clear(): void {
      notice = null
    },
  }
}

/** An external store for React: the latest result of `build`, and the listeners that it notifies of the next one. */
function createSnapshot<View>(build: () => View) {
  const listeners = new Set<() => void>()
  let snapshot = build()
  return {
    view: () => snapshot,
    refresh(): void {
      snapshot = build()
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
