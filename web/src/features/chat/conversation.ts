import type { ChatMessage } from "@haitech/contract/chat"
import type { LiveMessage } from "@haitech/contract/live"
import type { Calls, ChatStatus } from "./api.ts"
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
    isRelevant: (message) => isRelevant(message, status.current()),
    async load() {
      await status.fresh()
      await sent.catchUp()
    },
  })

  return {
    messages: sent.list,
    state: () => ({ ...catchUp.state, ...sent.state(), chatStatus: status.current() }),
    status: status.fresh,
    catchUp: catchUp.run,
    /** Opens the chat; `secret` is an email's token and resumes that email's conversation. */
    open(secret?: string): Promise<void> {
      if (secret !== undefined) status.resumeWith(secret)
      return catchUp.open()
    },
    close: catchUp.close,
    /** Catches up with a new status, because the user may have changed meanwhile. */
    recheck(): Promise<void> {
      status.expire()
      return catchUp.run()
    },
    readEarlier: () => sent.readEarlier().catch(catchUp.fail),
    /** Adds an acknowledged message. The first one creates the thread, which makes the status out of date. */
    accept(message: ChatMessage): void {
      const isFirst = status.current()?.threadId === null
      if (isFirst) status.expire()
      if (!sent.accept(message) || isFirst) void catchUp.run()
    },
    look: seen.look,
    checkSeen: seen.check,
  }
}

/** Whether the conversation may have changed. The socket of an administrator receives events of all threads. */
function isRelevant(message: LiveMessage, chatStatus: ChatStatus | null): boolean {
  if (message.type === "thread_changed") return false
  return message.type !== "new_message" || !chatStatus?.threadId || message.threadId === chatStatus.threadId
}
