import type { ChatMessage } from "@haitech/contract/chat"
import type { Calls } from "./api.ts"
import { createCatchUp, type LiveSettings } from "./catch-up.ts"
import { cacheChatStatus } from "./chat-status.ts"
import { createSeenReport } from "./seen-report.ts"
import { createSentMessages } from "./sent-messages.ts"

export interface ConversationSettings extends LiveSettings {
  readonly calls: Calls
  /** The maximum number of rows in one response. */
  readonly maxRows: number
}

interface Events {
  readonly onChange: () => void
  /** A catch-up succeeded, so the server is reachable. */
  readonly onReady: () => void
  /** The server refused to resume an email's conversation; `message` is its reason. */
  readonly onRefused: (message: string) => void
}

/** Loads the visitor's conversation while the chat is open. */
export function openConversation(settings: ConversationSettings, { onChange, onReady, onRefused }: Events) {
  const sent = createSentMessages(settings, onChange)
  const seen = createSeenReport(settings, sent.list)
  const status = cacheChatStatus(settings, {
    onChange,
    onRefused,
    // The open socket does not know the new thread yet.
    onThreadCreated: () => catchUp.reconnect(),
    onThreadReplaced() {
      seen.forget()
      sent.forget()
      catchUp.reconnect()
    },
  })
  const catchUp = createCatchUp(settings, {
    onChange,
    onReady,
    isRelevant(message) {
      const threadId = status.current()?.threadId
      // The socket of an administrator receives events of all threads.
      const isOwn = !("threadId" in message) || !threadId || message.threadId === threadId
      // The thread was deleted, or brought back.
      if (isOwn && message.type === "thread_changed") status.expire()
      return isOwn
    },
    async load() {
      await status.fresh()
      await sent.catchUp()
    },
  })

  function recheck(): Promise<void> {
    status.expire()
    return catchUp.run()
  }

  return {
    messages: sent.list,
    state: () => ({ ...catchUp.state, ...sent.state(), chatStatus: status.current() }),
    status: status.fresh,
    catchUp: catchUp.run,
    /** Opens the chat; `secret` is the token of an email's link, which the chat follows. */
    open(secret?: string): Promise<void> {
      if (secret !== undefined) status.resumeWith(secret)
      return catchUp.open()
    },
    close: catchUp.close,
    /** Catches up with a new status, because the user may have changed meanwhile. */
    recheck,
    readEarlier: () => sent.readEarlier().catch(catchUp.fail),
    /** Adds an acknowledged message. The first one creates the thread, which makes the status out of date. */
    accept(message: ChatMessage): void {
      const isFirst = message.sequence === 1
      // The loaded thread may have been deleted meanwhile.
      if (isFirst) sent.forget()
      if (!sent.accept(message) || isFirst) void recheck()
    },
    look: seen.look,
    checkSeen: seen.check,
  }
}
