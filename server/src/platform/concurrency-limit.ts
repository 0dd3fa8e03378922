import { setTimeout as pause } from "node:timers/promises"
import { Problem } from "./problem.ts"

const BUSY_S = 2
/** Whoever is turned away hears it later: a flood that asks again at once would keep us busy with refusals. */
const REFUSAL_MS = 1000

interface ConcurrencyLimit {
  /** Works when it is this piece's turn. @throws {Problem} `server.busy` when too many wait already */
  <T>(work: () => Promise<T>): Promise<T>
  /** @throws {Problem} `server.busy` when too many wait already, before anything is done for who asks */
  expectCapacity(): Promise<void>
}

/** Lets `atOnce` pieces of heavy work run and `mostWaiting` wait, in the order in which they came. */
export function createConcurrencyLimit(atOnce: number, mostWaiting: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []

  const isFull = () => running >= atOnce && waiting.length >= mostWaiting

  async function refuse(): Promise<never> {
    // Not all at the same moment: whoever came together would come again together.
    await pause(REFUSAL_MS * (0.5 + Math.random()))
    throw new Problem("server.busy", { retryAfter: BUSY_S })
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isFull()) await refuse()
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever waited longest takes this place over.
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
