import type { LiveMessage } from "@haitech/contract/live"
import type { Live } from "#platform/http/live.ts"
import { CallFailed } from "#platform/http/request.ts"
import { singleFlight, type Timers } from "#platform/offline/single-flight.ts"

/** How often the open chat polls for messages (spec §7). */
const POLL_MS = 30_000

export interface LiveSettings {
  readonly timers: Timers
  readonly openLive: (handlers: {
    readonly onMessage: (message: LiveMessage) => void
    readonly onState: (isConnected: boolean) => void
  }) => Live
}

interface Events {
  readonly load: () => Promise<void>
  /** Whether the message announces something to load. */
  readonly isRelevant: (message: LiveMessage) => boolean
  readonly onChange: () => void
  /** Loading succeeded, so the server is reachable. */
  readonly onReady: () => void
}

/** Loads what is new while the chat is open: the socket and a poll trigger it. Neither of them carries messages. */
export function createCatchUp({ timers, openLive }: LiveSettings, { load, isRelevant, onChange, onReady }: Events) {
  const state = { isOpen: false, isConnected: false, isBehind: false }
  let socket: Live | null = null
  let cancelPoll = () => {}

  function change(changes: Partial<typeof state>): void {
    Object.assign(state, changes)
    onChange()
  }

  const run = singleFlight(async () => {
    if (!state.isOpen) return
    try {
      await load()
      change({ isBehind: false })
      onReady()
    } catch (failure) {
      change({ isBehind: true })
      console.error(`The chat could not catch up: ${failure instanceof CallFailed ? failure.status : "no answer"}`)
    }
  })

  function reconnect(): void {
    if (!state.isOpen) return
    socket?.close()
    state.isConnected = false
    socket = openLive({
      onMessage: (message) => void (isRelevant(message) && run()),
      onState(isConnected) {
        change({ isConnected })
        if (isConnected) void run()
      },
    })
  }

  function poll(): void {
    cancelPoll = timers.after(POLL_MS, async () => {
      poll()
      await run()
      // The socket may look open although it no longer delivers anything.
      if (state.isBehind) reconnect()
    })
  }

  function open(): Promise<void> {
    if (state.isOpen) return run()
    change({ isOpen: true })
    reconnect()
    poll()
    return run()
  }

  function close(): void {
    cancelPoll()
    socket?.close()
    change({ isOpen: false, isConnected: false })
  }

  return { state, run, open, close, reconnect, fail: () => change({ isBehind: true }) }
}
