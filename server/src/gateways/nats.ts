import { setTimeout as pause } from "node:timers/promises"
import { type ConnectionOptions, connect, type Msg, type NatsConnection } from "@nats-io/transport-node"
import type { Bus } from "#platform/bus.ts"
import type { Log } from "#platform/log.ts"
import { reasonOf } from "#platform/system/finding.ts"

interface Handler {
  readonly channel: string
  readonly onMessage: (payload: string) => void
  readonly onGap: () => void
}

type Kind = "message" | "gap"

const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 2_000
const SILENCE_MS = 10_000
/** After an outage every process reports gaps; all within this time are one. */
const GAP_MS = 500

/**
 * A bus for hundreds of processes: those that only subscribe need no connection to PostgreSQL for it. What is published
 * without a connection is lost, so after each reconnection a process reports a gap on all channels that it publishes on.
 */
export class NatsBus implements Bus {
  readonly #handlers = new Set<Handler>()
  readonly #ownChannels = new Set<string>()
  readonly #gaps = new Set<string>()
  readonly #closing = new AbortController()
  readonly #log: Log
  #connection: NatsConnection | undefined

  /** Returns before it is connected: the product also works without live updates. */
  constructor(address: string, log: Log, silenceMs = SILENCE_MS) {
    this.#log = log
    void this.#stayConnected(optionsOf(address, silenceMs))
  }

  isConnected(): boolean {
    return this.#connection !== undefined
  }

  async publish(channel: string, payload: string): Promise<void> {
    this.#send("message", channel, payload)
  }

  async subscribe(channel: string, onMessage: Handler["onMessage"], onGap: Handler["onGap"]) {
    const handler = { channel, onMessage, onGap }
    this.#handlers.add(handler)
    onGap()
    return { stop: async () => void this.#handlers.delete(handler) }
  }

  /** Publishes what arrives on channels of another bus. */
  async forward(source: Bus, channels: readonly string[]): Promise<void> {
    for (const channel of channels) {
      const forwardMessage = (payload: string) => void this.publish(channel, payload).catch(() => undefined)
      await source.subscribe(channel, forwardMessage, () => this.#reportGap(channel))
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connection?.close()
  }

  async #stayConnected(options: ConnectionOptions): Promise<void> {
    const { signal } = this.#closing
    let logged: string | undefined
    for (let ms = MIN_PAUSE_MS; !signal.aborted; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
      try {
        const connection = await this.#connect(options)
        ms = MIN_PAUSE_MS
        logged = undefined
        const error = await connection.closed()
        if (error) throw error
      } catch (error) {
        const reason = reasonOf(error)
        if (reason !== logged) this.#log.warn({ error: reason }, "nats")
        logged = reason
      }
      this.#connection = undefined
      await pause(ms, undefined, { signal }).catch(() => undefined)
    }
  }

  async #connect(options: ConnectionOptions): Promise<NatsConnection> {
    const connection = await connect(options)
    connection.subscribe("haitech.*.*", { callback: (_error, message) => this.#receiveSafely(message) })
    await connection.flush()
    this.#connection = connection
    if (this.#closing.signal.aborted) await connection.close()
    for (const { onGap } of this.#handlers) onGap()
    for (const channel of this.#ownChannels) this.#reportGap(channel)
    return connection
  }

  /** After an error the library would read nothing more. */
  #receiveSafely(message: Msg): void {
    try {
      this.#receive(message)
    } catch (error) {
      this.#log.warn({ error: reasonOf(error) }, "nats message")
    }
  }

  #receive(message: Msg): void {
    const [, kind, channel = ""] = message.subject.split(".")
    if (kind === "message") for (const { onMessage } of this.#handlersOf(channel)) onMessage(message.string())
    else if (!this.#gaps.has(channel)) {
      this.#gaps.add(channel)
      setTimeout(() => {
        this.#gaps.delete(channel)
        for (const { onGap } of this.#handlersOf(channel)) onGap()
      }, GAP_MS).unref()
    }
  }

  #handlersOf(channel: string): readonly Handler[] {
    return [...this.#handlers].filter((handler) => handler.channel === channel)
  }

  #reportGap(channel: string): void {
    try {
      this.#send("gap", channel)
    } catch {
      // It is reported after the next connection.
    }
  }

  #send(kind: Kind, channel: string, payload?: string): void {
    this.#ownChannels.add(channel)
    if (!this.#connection) throw new Error("NATS is not connected")
    this.#connection.publish(`haitech.${kind}.${channel}`, payload)
  }
}

export function optionsOf(address: string, silenceMs: number): ConnectionOptions {
  const { protocol, host, username, password } = new URL(address)
  const [user, pass] = [username, password].map(decodeURIComponent)
  return {
    name: "haitech",
    servers: host,
    ...(pass && { user, pass }),
    ...(user && !pass && { token: user }),
    ...(protocol === "tls:" && { tls: {} }),
    // The connection is opened anew instead, because what was lost must be reported.
    reconnect: false,
    timeout: silenceMs,
    pingInterval: silenceMs / 2,
    maxPingOut: 1,
  }
}
