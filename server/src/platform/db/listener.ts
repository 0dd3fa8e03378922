import { setTimeout as pause } from "node:timers/promises"
import { type Client, escapeIdentifier } from "pg"
import { disconnect } from "./connection.ts"

interface Timing {
  /** How often the connection is asked whether it still answers. */
  readonly pingMs: number
  /** How long an answer may take. */
  readonly answerMs: number
}

interface Handler {
  readonly channel: string
  readonly onMessage: (text: string) => void
  readonly onGap: () => void
}

export interface Subscription {
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000

/**
 * PostgreSQL's LISTEN on a connection of its own: opened with the first subscription, and opened again whenever it is
 * lost. A line that has gone silent is found by a query that gets no answer.
 */
export class Listener {
  readonly #open: () => Promise<Client>
  readonly #timing: Timing
  readonly #handlers = new Set<Handler>()
  readonly #closing = new AbortController()
  #connecting: Promise<Client> | undefined
  #client: Client | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(open: () => Promise<Client>, timing: Timing = { pingMs: 15_000, answerMs: 5_000 }) {
    this.#open = open
    this.#timing = timing
  }

  /**
   * Calls `onMessage` with what is published on a channel. `onGap` is called whenever something may have been published
   * that did not arrive: at the beginning, and after each reconnection.
   */
  async listen(channel: string, onMessage: (text: string) => void, onGap: () => void): Promise<Subscription> {
    const handler = { channel, onMessage, onGap }
    this.#handlers.add(handler)
    try {
      await this.#listenOn(await this.#connected(), channel)
    } catch (error) {
      this.#handlers.delete(handler)
      throw error
    }
    onGap()
    return { stop: () => this.#stop(handler) }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#handlers.clear()
    if (this.#client) await disconnect(this.#client)
  }

  async #stop(handler: Handler): Promise<void> {
    this.#handlers.delete(handler)
    if (!this.#client || this.#channels().has(handler.channel)) return
    // Nobody is called any more, whenever the server hears of it.
    this.#ask(this.#client, `unlisten ${escapeIdentifier(handler.channel)}`).catch(() => undefined)
  }

  #connected(): Promise<Client> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.#connecting = undefined
      throw error
    })
    return this.#connecting
  }

  async #connect(): Promise<Client> {
    this.#closing.signal.throwIfAborted()
    const client = await this.#open()
    client.on("notification", ({ channel, payload = "" }) => {
      for (const handler of this.#handlers) if (handler.channel === channel) handler.onMessage(payload)
    })
    try {
      for (const channel of this.#channels()) await this.#listenOn(client, channel)
      this.#closing.signal.throwIfAborted()
    } catch (error) {
      void client.end()
      throw error
    }
    this.#client = client
    const ping = () => this.#ask(client, "select 1").catch(() => client.end())
    const pings = setInterval(ping, this.#timing.pingMs).unref()
    client.once("end", () => {
      clearInterval(pings)
      this.#client = this.#connecting = undefined
      void this.#reconnect()
    })
    return client
  }

  async #reconnect(): Promise<void> {
    for (let ms = FIRST_PAUSE_MS; this.#handlers.size > 0; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined)
      const client = await this.#connected().catch(() => undefined)
      if (!client) continue
      for (const handler of this.#handlers) handler.onGap()
      return
    }
  }

  /** One statement at a time. */
  #ask(client: Client, text: string): Promise<void> {
    const result = this.#turn.then(async () => {
      // With a statement under way, this closes the socket at once.
      const late = setTimeout(() => void client.end(), this.#timing.answerMs)
      await client.query(text).finally(() => clearTimeout(late))
    })
    this.#turn = result.catch(() => undefined)
    return result
  }

  #listenOn(client: Client, channel: string): Promise<void> {
    return this.#ask(client, `listen ${escapeIdentifier(channel)}`)
  }

  #channels(): ReadonlySet<string> {
    return new Set([...this.#handlers].map(({ channel }) => channel))
  }
}
