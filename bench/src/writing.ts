import { setTimeout as sleep } from "node:timers/promises"
import type { Written } from "./listeners.ts"
import type { Pair } from "./pairs.ts"

const SECONDS = 4
export const CONNECTIONS = 16

/** Writes one round of messages. */
export type Writing = (pair: Pair, round: number) => Promise<Written[]>

/** Messages at a rate, whether or not the last ones are answered. */
export function evenly(perSecond: number): Writing {
  return (pair, round) => writeEvenly(pair, round, perSecond)
}

async function writeEvenly(pair: Pair, round: number, perSecond: number): Promise<Written[]> {
  const began = performance.now()
  const count = perSecond * SECONDS
  const writing: Promise<Written>[] = []
  for (let number = 0; number < count; number++) {
    const early = began + (number * 1000) / perSecond - performance.now()
    if (early > 0) await sleep(early)
    const thread = (round * count + number) % pair.threads.length
    const written = pair.write(thread, thread + round)
    // Waited for below: what fails before that is no crash.
    written.catch(() => undefined)
    writing.push(written)
  }
  return Promise.all(writing)
}

/** A message in every thread, each connection's next one as soon as its last is answered. */
export async function hurriedly(pair: Pair, round: number): Promise<Written[]> {
  const written: Written[] = []
  let next = 0
  const writer = async () => {
    while (next < pair.threads.length) {
      const thread = next++
      written.push(await pair.write(thread, thread + round))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, writer))
  return written
}
