import type { LiveMessage } from "@haitech/contract/live"
import { backoff } from "./backoff.ts"

interface Handlers {
  readonly onMessage: (message: LiveMessage) => void
  /** Told at each change, and once more for each attempt that fails. */
  readonly onState: (isConnected: boolean) => void
}

export interface Live {
  close(): void
}

/** A line that breaks sooner counts as one that never stood: else a server that hangs up is called without end. */
const STEADY_MS = 5000

/** The server speaks every half minute: after so long without a word the line carries nothing, whatever it looks like. */
const SILENCE_MS = 75_000

/**
 * Opens the live socket of §7 (`/ws`), and again whenever it breaks, until it is closed. What it missed meanwhile nobody
 * repeats: whoever listens catches up at each `onState(true)`. What goes wrong is only logged.
 */
export function openLive({ onMessage, onState }: Handlers, address: string = liveAddress()): Live {
  let socket: WebSocket | null = null
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let steady: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    clearTimeout(again)
    if (socket) return
    const mine = new WebSocket(address)
    socket = mine
    mine.onopen = () => {
      steady = setTimeout(() => {
        failures = 0
      }, STEADY_MS)
      listen()
      onState(true)
    }
    mine.onmessage = ({ data }) => {
      listen()
      const message = messageIn(data)
      if (message && message.type !== "beat") onMessage(message)
    }
    mine.onerror = () => console.error("The live line broke")
    mine.onclose = lose
  }

  function listen(): void {
    clearTimeout(silence)
    silence = setTimeout(lose, SILENCE_MS)
  }

  function lose(): void {
    letGo()
    again = setTimeout(connect, backoff(failures++))
    onState(false)
  }

  /** A socket that nobody holds any more must not speak either. */
  function letGo(): void {
    clearTimeout(again)
    clearTimeout(steady)
    clearTimeout(silence)
    const gone = socket
    socket = null
    if (!gone) return
    gone.onopen = gone.onmessage = gone.onerror = gone.onclose = null
    gone.close()
  }

  function comeBack(): void {
    failures = 0
    connect()
  }

  // A phone that loses its line hears nothing from its sockets for minutes; the browser knows at once.
  globalThis.addEventListener?.("offline", lose)
  globalThis.addEventListener?.("online", comeBack)
  connect()
  return {
    close() {
      globalThis.removeEventListener?.("offline", lose)
      globalThis.removeEventListener?.("online", comeBack)
      letGo()
    },
  }
}

function liveAddress(): string {
  const { protocol, host } = location
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`
}

function messageIn(data: unknown): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    return typeof message === "object" && message !== null && "type" in message ? (message as LiveMessage) : null
  } catch {
    console.error("The live line said what is no message")
    return null
  }
}
