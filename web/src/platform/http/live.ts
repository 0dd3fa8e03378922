import type { LiveMessage } from "@haitech/contract/live"
import { backoff } from "./backoff.ts"

interface Handlers {
  readonly onMessage: (message: LiveMessage) => void
  /** Runs at each change, and again for each failed attempt to connect. */
  readonly onState: (isConnected: boolean) => void
}

export interface Live {
  close(): void
}

/** A socket that closes sooner counts as a failure; otherwise the backoff never grows for a server that closes at once. */
const STABLE_MS = 5000

/** The server sends a beat every 30 s. After this time without a message the connection counts as lost. */
const SILENCE_MS = 75_000

/**
 * Opens the live socket (`/ws`, spec §7) and reconnects until `close`. The server does not repeat missed messages: the
 * caller catches up at each `onState(true)`. Errors are only logged.
 */
export function openLive({ onMessage, onState }: Handlers, address: string = liveAddress()): Live {
  let connection: Live | null = null
  let failures = 0
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    clearTimeout(reconnectTimer)
    connection ??= openConnection(address, {
      onMessage,
      onOpen: () => onState(true),
      onStable() {
        failures = 0
      },
      onLost: reconnectLater,
    })
  }

  function disconnect(): void {
    clearTimeout(reconnectTimer)
    connection?.close()
    connection = null
  }

  function reconnectLater(): void {
    disconnect()
    reconnectTimer = setTimeout(connect, backoff(failures++))
    onState(false)
  }

  function reconnectNow(): void {
    failures = 0
    connect()
  }

  // On a phone without network, sockets stay open for minutes; the browser reports the loss at once.
  globalThis.addEventListener?.("offline", reconnectLater)
  globalThis.addEventListener?.("online", reconnectNow)
  connect()
  return {
    close() {
      globalThis.removeEventListener?.("offline", reconnectLater)
      globalThis.removeEventListener?.("online", reconnectNow)
      disconnect()
    },
  }
}

interface ConnectionEvents {
  readonly onOpen: () => void
  readonly onStable: () => void
  readonly onMessage: (message: LiveMessage) => void
  /** The connection is closed, or the server was silent for too long. */
  readonly onLost: () => void
}

/** A single connection. It reports nothing after its `close`. */
function openConnection(address: string, { onOpen, onStable, onMessage, onLost }: ConnectionEvents): Live {
  const socket = new WebSocket(address)
  let stableTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined

  function restartSilenceTimer(): void {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(onLost, SILENCE_MS)
  }

  socket.onopen = () => {
    stableTimer = setTimeout(onStable, STABLE_MS)
    restartSilenceTimer()
    onOpen()
  }
  socket.onmessage = ({ data }) => {
    restartSilenceTimer()
    const message = parseMessage(data)
    if (message && message.type !== "beat") onMessage(message)
  }
  socket.onerror = () => console.error("Live socket failed")
  socket.onclose = onLost
  return {
    close() {
      clearTimeout(stableTimer)
      clearTimeout(silenceTimer)
      socket.onopen = socket.onmessage = socket.onerror = socket.onclose = null
      socket.close()
    },
  }
}

function liveAddress(): string {
  const { protocol, host } = location
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`
}

function parseMessage(data: unknown): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    return typeof message === "object" && message !== null && "type" in message ? (message as LiveMessage) : null
  } catch {
    console.error("Invalid live message")
    return null
  }
}
