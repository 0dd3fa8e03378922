import { setTimeout as pause } from "node:timers/promises"
import { type Client, escapeIdentifier, escapeLiteral, type QueryResult } from "pg"
import { disconnect } from "./connection.ts"

interface Timing {
  readonly pingMs: number
  readonly responseMs: number
}

interface Handler {
  readonly channel: string
  readonly onMessage: (text: string) => void
  readonly onGap: () => void
}

export interface Subscription {
  stop(): Promise<void>
}

const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000

/** PostgreSQL's LISTEN on a connection of its own, which reconnects; a regular query detects one that is silent. */
export class Listener {
  readonly #open: () => Promise<Client>
  readonly #timing: Timing
  readonly #handlers = new Set<Handler>()
  readonly #closing = new AbortController()
  #connecting: Promise<Client> | undefined
  #client: Client | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(open: () => Promise<Client>, timing: Timing = { pingMs: 15_000, responseMs: 5_000 }) {
    this.#open = open
    this.#timing = timing
  }

  /** Calls `onGap` when messages may have been missed: at the beginning and after each reconnection. */
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

  isConnected(): boolean {
    return this.#client !== undefined
  }

  /** Takes a lock that this connection holds until `unlock` or its end. False while another one holds it. */
  async tryLock(name: string): Promise<boolean> {
    const key = `hashtext(${escapeLiteral(name)})`
    const { rows } = await this.#execute(await this.#connected(), `select pg_try_advisory_lock(${key}) as held`)
    return rows[0]?.held === true
  }

  async unlock(name: string): Promise<void> {
    await this.#execute(await this.#connected(), `select pg_advisory_unlock(hashtext(${escapeLiteral(name)}))`)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#handlers.clear()
    if (this.#client) await disconnect(this.#client)
  }

  async #stop(handler: Handler): Promise<void> {
    this.#handlers.delete(handler)
    if (!this.#client || this.#channels().has(handler.channel)) return
    // The handler is removed already, so a failed UNLISTEN does not matter.
    this.#execute(this.#client, `unlisten ${escapeIdentifier(handler.channel)}`).catch(() => undefined)
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
    const ping = () => this.#execute(client, "select 1").catch(() => client.end())
    const pings = setInterval(ping, this.#timing.pingMs).unref()
    client.once("end", () => {
      clearInterval(pings)
      this.#client = this.#connecting = undefined
      void this.#reconnect()
    })
    return client
  }

  async #reconnect(): Promise<void> {
    for (let ms = MIN_PAUSE_MS; this.#handlers.size > 0; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
      await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined)
      const client = await this.#connected().catch(() => undefined)
      if (!client) continue
      for (const handler of this.#handlers) handler.onGap()
      return
    }
  }

  #execute(client: Client, text: string): Promise<QueryResult> {
    const result = this.#queue.then(async () => {
      // While a statement is running, `end` closes the socket at once.
      const timer = setTimeout(() => void client.end(), this.#timing.responseMs)
      return client.query(text).finally(() => clearTimeout(timer))
    })
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #listenOn(client: Client, channel: string): Promise<void> {
    await this.#execute(client, `listen ${escapeIdentifier(channel)}`)
  }

  #channels(): ReadonlySet<string> {
    return new Set([...this.#handlers].map(({ channel }) => channel))
  }
}
