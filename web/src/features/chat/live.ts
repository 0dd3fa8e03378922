import type { ChatMessage } from "@haitech/contract/chat"
import type { LiveMessage } from "@haitech/contract/live"
import type { Live } from "#platform/http/live.ts"
import { CallFailed } from "#platform/http/request.ts"
import { listByNumber } from "#platform/offline/sequence.ts"
import { singleFlight, type Timers } from "#platform/offline/single-flight.ts"
import type { Calls, ChatStatus } from "./api.ts"

/** How often the chat polls for messages; every second poll also refreshes the status (spec §7). */
const POLL_MS = 30_000
const STATUS_MS = 2 * POLL_MS
const SEEN_AFTER_MS = 1000

interface Handlers {
  readonly onMessage: (message: LiveMessage) => void
  readonly onState: (isConnected: boolean) => void
}

export interface Connection {
  readonly calls: Calls
  readonly timers: Timers
  readonly openLive: (handlers: Handlers) => Live
  /** The maximum number of rows in one response. */
  readonly maxRows: number
}

interface Listener {
  readonly onChange: () => void
  /** A catch-up succeeded, so the server is reachable. */
  readonly onReady: () => void
  /** The server refused to resume an email's conversation; `message` is its reason. */
  readonly onRefused: (message: string) => void
  /** Another conversation replaces this one. */
  readonly onReset: () => void
}

/**
 * Loads the visitor's conversation in order of sequence numbers and never shows it with a gap. The socket carries no
 * messages: it only triggers a catch-up.
 */
export function followConversation(
  { calls, timers, openLive, maxRows }: Connection,
  { onChange, onReady, onRefused, onReset }: Listener,
) {
  let live: Live | null = null
  let cancelPoll = () => {}
  const flags = { isOpen: false, isConnected: false, isBehind: false, isReadingEarlier: false }
  let chatStatus: ChatStatus | null = null
  let statusAt = Number.NEGATIVE_INFINITY
  let token: string | undefined
  const list = listByNumber<ChatMessage>(calls.messages, maxRows, onChange)
  const seen = createSeenReporter(calls, timers, list.rows)
  const isStatusOld = () => !chatStatus || token !== undefined || timers.now() - statusAt >= STATUS_MS

  const change = (changes: Partial<typeof flags>) => {
    Object.assign(flags, changes)
    onChange()
  }

  const refreshStatus = singleFlight(async () => {
    if (token) await resume(token)
    const newStatus = await calls.chatStatus()
    const previous = chatStatus
    chatStatus = newStatus
    statusAt = timers.now()
    onChange()
    if (!previous || (previous.userId === newStatus.userId && previous.threadId === newStatus.threadId)) return
    // The first message creates the thread. The list stays valid, but the open socket does not know the thread yet.
    if (previous.userId !== newStatus.userId || previous.threadId) startOver()
    reconnect()
  })

  async function resume(secret: string): Promise<void> {
    try {
      await calls.resume(secret)
      startOver()
      reconnect()
    } catch (failure) {
      const status = failure instanceof CallFailed ? failure.status : 0
      if (status < 400 || status >= 500 || status === 429) throw failure
      onRefused((failure as CallFailed).problem?.message ?? "")
    }
    token = undefined
  }

  function startOver(): void {
    list.forget()
    seen.forget()
    onReset()
  }

  const round = singleFlight(async () => {
    if (!flags.isOpen) return
    try {
      if (isStatusOld()) await refreshStatus()
      await list.catchUp()
      change({ isBehind: false })
      onReady()
    } catch (failure) {
      change({ isBehind: true })
      console.error(`The chat could not catch up: ${failure instanceof CallFailed ? failure.status : "no answer"}`)
    }
  })

  function poll(): void {
    cancelPoll()
    cancelPoll = timers.after(POLL_MS, async () => {
      poll()
      await round()
      // The socket may look open although it no longer delivers anything.
      if (flags.isBehind) reconnect()
    })
  }

  function connect(): void {
    live = openLive({
      onMessage: (message) => {
        // The socket of an administrator receives events of all threads.
        const isOtherThread =
          message.type === "new_message" && chatStatus?.threadId && message.threadId !== chatStatus.threadId
        if (message.type !== "thread_changed" && !isOtherThread) void round()
      },
      onState: (isConnected) => {
        change({ isConnected })
        if (isConnected) void round()
      },
    })
  }

  function disconnect(): void {
    live?.close()
    live = null
    flags.isConnected = false
  }

  function reconnect(): void {
    if (!flags.isOpen) return
    disconnect()
    connect()
  }

  return {
    rows: list.rows,
    state: () => ({ ...flags, chatStatus, isLoaded: list.isRead(), hasEarlier: list.hasEarlier() }),
    round,

    /** The chat status, at most a minute old. */
    async status(): Promise<ChatStatus | null> {
      if (isStatusOld()) await refreshStatus()
      return chatStatus
    },

    /** Opens the chat; `secret` is an email's token and resumes that email's conversation. */
    open(secret?: string): Promise<void> {
      token = secret ?? token
      if (!flags.isOpen) {
        change({ isOpen: true })
        connect()
        poll()
      }
      return round()
    },

    close(): void {
      cancelPoll()
      disconnect()
      change({ isOpen: false })
    },

    /** Catches up with a new status, because the user may have changed meanwhile. */
    recheck(): Promise<void> {
      statusAt = Number.NEGATIVE_INFINITY
      return round()
    },

    async readEarlier(): Promise<void> {
      if (flags.isReadingEarlier) return
      change({ isReadingEarlier: true })
      await list.readEarlier().then(
        () => change({ isReadingEarlier: false }),
        () => change({ isReadingEarlier: false, isBehind: true }),
      )
    },

    /** Adds an acknowledged message. The first one creates the thread, which makes the status out of date. */
    accept(message: ChatMessage): void {
      const isFirst = chatStatus?.threadId === null
      if (isFirst) statusAt = Number.NEGATIVE_INFINITY
      if (!list.put(message) || isFirst) void round()
    },

    look: seen.look,
    checkSeen: seen.check,
  }
}

/** Reports to the server up to which answer the visitor has seen the conversation. */
function createSeenReporter(calls: Calls, timers: Timers, rows: () => readonly ChatMessage[]) {
  let isLooking = false
  let reportedUpTo = 0
  let cancelReport = () => {}

  function check(): void {
    const last = rows().findLast(({ senderType }) => senderType === "admin")?.sequence ?? 0
    cancelReport()
    if (!isLooking || last <= reportedUpTo) return
    cancelReport = timers.after(SEEN_AFTER_MS, () => {
      calls.see(last).then(
        () => {
          reportedUpTo = last
        },
        () => undefined,
      )
    })
  }

  return {
    check,
    /** Whether the end of the conversation is on screen. */
    look(isVisible: boolean): void {
      isLooking = isVisible
      check()
    },
    forget(): void {
      reportedUpTo = 0
    },
  }
}
