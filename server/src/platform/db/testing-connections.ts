import type { Client } from "pg"
import type { PoolOptions } from "./client.ts"

type Reuse = NonNullable<PoolOptions["reuse"]>

/** The connections of one test database, handed from pool to pool: a new one costs PostgreSQL a process and cold caches. */
export class TestConnections {
  readonly #idle = new Set<Client>()
  readonly #resets = new Set<Promise<void>>()
  #isClosing = false

  readonly reuse: Reuse = (Client) =>
    new Proxy(Client, { construct: (_, [limits]) => this.#takeLatest() ?? this.#watch(new Client(limits)) })

  async keepFrom(close: () => Promise<void>): Promise<void> {
    this.#isClosing = true
    await close()
    await Promise.all(this.#resets)
    this.#resets.clear()
    this.#isClosing = false
  }

  async end(): Promise<void> {
    await Promise.all([...this.#idle].map((client) => client.end()))
  }

  #takeLatest(): Client | undefined {
    const client = [...this.#idle].at(-1)
    if (client) this.#idle.delete(client)
    return client
  }

  #watch(client: Client): Client {
    let isFaultless = true
    const fault = () => {
      isFaultless = false
      this.#idle.delete(client)
    }
    for (const event of ["error", "errorMessage", "end"]) client.connection.on(event, fault)
    const end = client.end.bind(client)
    const endOrKeep = (done?: (error: Error) => void) => {
      // A pool passes a callback when it ends a connection that it has back.
      if (!done || !this.#isClosing || !isFaultless || !isIdle(client)) {
        fault()
        return done ? end(done) : end()
      }
      this.#resets.add(this.#reset(client).catch(() => end()))
      done(undefined as unknown as Error)
    }
    client.end = endOrKeep as Client["end"]
    return client
  }

  async #reset(client: Client): Promise<void> {
    client.emit("end")
    client.removeAllListeners()
    client.on("error", () => undefined)
    client.connect = ((done: (error: null, client: Client) => void) =>
      process.nextTick(done, null, client)) as Client["connect"]
    await client.query(RESET)
    this.#idle.add(client)
  }
}

function isIdle(client: Client): boolean {
  const { readyForQuery } = client as Client & { readonly readyForQuery?: boolean }
  return readyForQuery === true && client.getTransactionStatus() === "I"
}

/** All of `discard all` but prepared statements, whose names the client knows, and their plans. */
const RESET = `
  close all; set session authorization default; reset all; unlisten *; select pg_advisory_unlock_all();
  discard temp; discard sequences`
