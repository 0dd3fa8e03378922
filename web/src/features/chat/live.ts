import type { ChatMessage } from "@haitech/contract/chat"
import type { LiveMessage } from "@haitech/contract/live"
import type { Live } from "#platform/live.ts"
import { CallFailed } from "#platform/request.ts"
import { listByNumber } from "#platform/sequence.ts"
import { singleFlight, type Timers } from "#platform/single-flight.ts"
import type { Calls, ChatStatus } from "./api.ts"

/** §7: so often is asked by itself what is new, and every second time who is here. */
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
  /** As many rows as a list has at most. */
  readonly most: number
}

interface Listener {
  readonly onChange: () => void
  /** A round went well: the line stands. */
  readonly onReady: () => void
  /** The server does not go on with the conversation of a letter; its words. */
  readonly onRefused: (message: string) => void
  /** Another conversation begins. */
  readonly onAnew: () => void
}

/**
 * The visitor's conversation as it comes: kept by number, caught up at every sign that something may be new, and never
 * shown with a hole in it. The socket only says when to look.
 */
export function followConversation(
  { calls, timers, openLive, most }: Connection,
  { onChange, onReady, onRefused, onAnew }: Listener,
) {
  let live: Live | null = null
  let cancelPoll = () => {}
  const now = { isOpen: false, isConnected: false, isBehind: false, isReadingEarlier: false }
  let chatStatus: ChatStatus | null = null
  let statusAt = Number.NEGATIVE_INFINITY
  let token: string | undefined
  const list = listByNumber<ChatMessage>(calls.messages, most, onChange)
  const seen = reportSeen(calls, timers, list.rows)
  const isStatusOld = () => !chatStatus || token !== undefined || timers.now() - statusAt >= STATUS_MS

  const change = (changed: Partial<typeof now>) => {
    Object.assign(now, changed)
    onChange()
  }

  const meet = singleFlight(async () => {
    if (token) await resume(token)
    const found = await calls.chatStatus()
    const before = chatStatus
    chatStatus = found
    statusAt = timers.now()
    onChange()
    if (!before || (before.userId === found.userId && before.threadId === found.threadId)) return
    // A conversation that only now begins is still the same one; but the open socket does not know it.
    if (before.userId !== found.userId || before.threadId) startOver()
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
    onAnew()
  }

  const round = singleFlight(async () => {
    if (!now.isOpen) return
    try {
      if (isStatusOld()) await meet()
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
      // A line that looks open and carries nothing is none.
      if (now.isBehind) reconnect()
    })
  }

  function connect(): void {
    live = openLive({
      onMessage: (message) => {
        // Who works in the office hears of everybody's conversations.
        const isOthers =
          message.type === "new_message" && chatStatus?.threadId && message.threadId !== chatStatus.threadId
        if (message.type !== "thread_changed" && !isOthers) void round()
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
    now.isConnected = false
  }

  function reconnect(): void {
    if (!now.isOpen) return
    disconnect()
    connect()
  }

  return {
    rows: list.rows,
    state: () => ({ ...now, chatStatus, isLoaded: list.isRead(), hasEarlier: list.hasEarlier() }),
    round,

    /** Makes sure that it is known who is here, as of a minute ago at most. */
    async know(): Promise<ChatStatus | null> {
      if (isStatusOld()) await meet()
      return chatStatus
    },

    /** With the secret of a letter it goes on with that letter's conversation. */
    open(secret?: string): Promise<void> {
      token = secret ?? token
      if (!now.isOpen) {
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

    /** The reader is back, or the line: who is here may be somebody else by now. */
    lookAgain(): Promise<void> {
      statusAt = Number.NEGATIVE_INFINITY
      return round()
    },

    async readEarlier(): Promise<void> {
      if (now.isReadingEarlier) return
      change({ isReadingEarlier: true })
      await list.readEarlier().then(
        () => change({ isReadingEarlier: false }),
        () => change({ isReadingEarlier: false, isBehind: true }),
      )
    },

    /** What the server has acknowledged. With the first of a conversation it begins, and has its name. */
    accept(message: ChatMessage): void {
      const isFirst = chatStatus?.threadId === null
      if (isFirst) statusAt = Number.NEGATIVE_INFINITY
      if (!list.put(message) || isFirst) void round()
    },

    look: seen.look,
    checkSeen: seen.check,
  }
}

/** Tells the server up to which answer of the office the reader has seen the conversation. */
function reportSeen(calls: Calls, timers: Timers, rows: () => readonly ChatMessage[]) {
  let isLooking = false
  let told = 0
  let cancelPoll = () => {}

  function check(): void {
    const last = rows().findLast(({ senderType }) => senderType === "admin")?.sequence ?? 0
    cancelPoll()
    if (!isLooking || last <= told) return
    cancelPoll = timers.after(SEEN_AFTER_MS, () => {
      calls.see(last).then(
        () => {
          told = last
        },
        () => undefined,
      )
    })
  }

  return {
    check,
    /** Is the end of the conversation before somebody's eyes? */
    look(isIt: boolean): void {
      isLooking = isIt
      check()
    },
    forget(): void {
      told = 0
    },
  }
}
