import { setTimeout as pause } from "node:timers/promises"
import type { ClientConfig } from "pg"
import type { Log } from "#platform/log.ts"
import { configsOf, POOL_SETTINGS } from "./connection.ts"
import type { ConnectionPool } from "./pool.ts"
import { readPrimaryPosition } from "./replica-position.ts"
import {
  openSource,
  type ReplicaAddress,
  type ReplicaFault,
  type ReplicaSource,
  ReplicaUnusableError,
  type SourceOptions,
} from "./replica-source.ts"

interface Options extends SourceOptions {
  readonly address: ReplicaAddress
  readonly primary: Pick<ConnectionPool, "query">
  /** The clock that all processes share. */
  readonly now: () => Date
  readonly log: Pick<Log, "info" | "warn">
  readonly measureMs?: number
}

const MEASURE_MS = 1_000
const RETRY_MS = 2_000
const MAX_AGE_MS = 10_000
const READ_SETTINGS = { ...POOL_SETTINGS, default_transaction_read_only: "on" }

interface Measured {
  readonly time: number
  readonly at: bigint
}

/** Follows how far a hot standby is behind: what the primary had written when, and what of it the standby has replayed. */
export class Replica {
  readonly #options: Options
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #freshAt: number
  #pool: ConnectionPool | undefined
  #fault: ReplicaFault | "none" | undefined

  constructor(options: Options) {
    this.#options = options
    this.#freshAt = this.#time()
    const { url, isPooled } = options.address
    this.#running = this.#run(configsOf(url, isPooled ? null : READ_SETTINGS))
  }

  /** The time, in milliseconds, before which everything that was committed is visible there. */
  freshAt(): number {
    return this.#freshAt
  }

  pool(): ConnectionPool | undefined {
    return this.#isLate() ? undefined : this.#pool
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(hosts: readonly [ClientConfig, ...ClientConfig[]]): Promise<void> {
    for (let attempt = 0; !this.#closing.signal.aborted; attempt++) {
      try {
        await this.#follow(await openSource(hosts[attempt % hosts.length] ?? hosts[0], this.#options))
      } catch (error) {
        this.#report(error instanceof ReplicaUnusableError ? error.code : "silent")
      }
      await this.#pause(RETRY_MS)
    }
  }

  async #follow(source: ReplicaSource): Promise<void> {
    let waiting: readonly Measured[] = []
    let isLost = false
    void source.lost.then(() => (isLost = true))
    try {
      while (!this.#closing.signal.aborted) {
        if (isLost) throw new ReplicaUnusableError("silent")
        waiting = await this.#measure(source, waiting)
        if (this.#isLate()) this.#report("late")
        else if (this.#pool) this.#report("none")
        await Promise.race([this.#pause(this.#options.measureMs ?? MEASURE_MS), source.lost])
      }
    } finally {
      this.#pool = undefined
      await source.close()
    }
  }

  /** @returns the times whose position the replica has not reached yet */
  async #measure(source: ReplicaSource, earlier: readonly Measured[]): Promise<readonly Measured[]> {
    const time = this.#time()
    const position = await readPrimaryPosition(this.#options.primary).catch(() => undefined)
    if (!position) return earlier
    const replayed = await source.positionIn(position)
    const all = [...earlier, { time, at: position.at }]
    const reached = all.findLast(({ at }) => at <= replayed)
    // A replica that has just been found may be behind the one that was read before.
    if (reached && reached.time >= this.#freshAt) {
      this.#freshAt = reached.time
      this.#pool = source.pool
    }
    return all.filter((one) => one.at > replayed && time - one.time <= MAX_AGE_MS)
  }

  /** Two hosts may fail in turn for different reasons, of which the log names the first. */
  #report(fault: ReplicaFault | "none"): void {
    const isSame = this.#fault !== undefined && (this.#fault === "none") === (fault === "none")
    if (isSame) return
    this.#fault = fault
    if (fault === "none") this.#options.log.info({}, "the replica is read")
    else this.#options.log.warn({ fault }, "the replica is not read")
  }

  #isLate(): boolean {
    return this.#time() - this.#freshAt > MAX_AGE_MS
  }

  #time(): number {
    return this.#options.now().getTime()
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }
}
