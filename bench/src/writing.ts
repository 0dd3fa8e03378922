import { setTimeout as sleep } from "node:timers/promises"
import type { SentMessage } from "./listeners.ts"
import type { Pair } from "./pairs.ts"

const SECONDS = 4
export const CONNECTIONS = 16

export type WriteRound = (pair: Pair, round: number) => Promise<SentMessage[]>

export function atRate(perSecond: number): WriteRound {
  return (pair, round) => writeAtRate(pair, round, perSecond)
}

async function writeAtRate(pair: Pair, round: number, perSecond: number): Promise<SentMessage[]> {
  const startedAt = performance.now()
  const count = perSecond * SECONDS
  const pending: Promise<SentMessage>[] = []
  for (let index = 0; index < count; index++) {
    const waitMs = startedAt + (index * 1000) / perSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const thread = (round * count + index) % pair.threads.length
    const message = pair.sendMessage(thread, thread + round)
    // Promise.all below reports the error; without this an early one would be an unhandled rejection.
    message.catch(() => undefined)
    pending.push(message)
  }
  return Promise.all(pending)
}

/** Sends a message to every thread, as fast as `CONNECTIONS` connections receive responses. */
export async function atFullSpeed(pair: Pair, round: number): Promise<SentMessage[]> {
  const messages: SentMessage[] = []
  let next = 0
  const writer = async () => {
    while (next < pair.threads.length) {
      const thread = next++
      messages.push(await pair.sendMessage(thread, thread + round))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, writer))
  return messages
}
