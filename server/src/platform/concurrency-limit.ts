import { setTimeout as pause } from "node:timers/promises"
import { Problem } from "./problem.ts"

const RETRY_AFTER_S = 2
/** A refusal is delayed: clients that retry at once would keep the server busy with refusals. */
const REFUSAL_MS = 1000

interface ConcurrencyLimit {
  /** Runs `work` as soon as a slot is free. @throws {Problem} `server.busy` when too many wait already */
  <T>(work: () => Promise<T>): Promise<T>
  expectCapacity(): Promise<void>
}

/** Lets `maxRunning` calls of heavy work run and `maxWaiting` calls wait, first in, first out. */
export function createConcurrencyLimit(maxRunning: number, maxWaiting: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []

  const isFull = () => running >= maxRunning && waiting.length >= maxWaiting

  async function refuse(): Promise<never> {
    // A random delay, so that clients refused together do not retry together.
    await pause(REFUSAL_MS * (0.5 + Math.random()))
    throw new Problem("server.busy", { retryAfter: RETRY_AFTER_S })
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isFull()) await refuse()
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return Object.assign(run, {
    async expectCapacity() {
      if (isFull()) await refuse()
    },
  })
}
