import { crowds } from "./crowds.ts"
import { floods } from "./floods.ts"
import { type Deliveries, type Listeners, openListeners } from "./listeners.ts"
import { median, percentile, ratio } from "./load.ts"
import { memoryOf, type Pair, startBares, startProducts } from "./pairs.ts"
import type { Result } from "./results.ts"
import { CONNECTIONS, evenly, hurriedly, type Writing } from "./writing.ts"

/** Each thread has a socket at each of the two processes. */
const THREADS = 1000
const [P99_MS, MEMORY_MB] = [250, 150]
const MOST_PER_SECOND = 200

/**
 * Live messages at 2,000 sockets on two processes that share a PostgreSQL, beside node:http, the bare driver and `ws`
 * doing the same (security 8, DU-08).
 */
export async function sockets(): Promise<Result[]> {
  const ours = await startProducts(THREADS)
  try {
    const bare = await startBares(ours.dataFolder, ours.threads)
    try {
      return [...(await conversations(ours, bare)), ...(await crowds(ours, bare, THREADS * 2))]
    } finally {
      await bare.stop()
    }
  } finally {
    await ours.stop()
  }
}

/** A pair with its sockets open, and what they took of its memory, in MB. */
interface Side {
  readonly pair: Pair
  readonly listeners: Listeners
  readonly memory: number
}

/** Both sides of every thread write; what is written arrives at its two sockets, and at no other. */
async function conversations(ours: Pair, bare: Pair): Promise<Result[]> {
  const product = await openEach(ours)
  const floor = await openEach(bare)
  const all: Deliveries[] = []
  try {
    const { result: hurried, perSecond } = await compared({ product, floor, all }, hurriedly)
    // Above what the machine can, only the queue would be measured.
    const rate = Math.min(MOST_PER_SECOND, Math.floor(perSecond / 2))
    const { result: steady } = await compared({ product, floor, all }, evenly(rate))
    const flood = await floods({ ...product, all }, evenly(rate))
    return [
      arrivals(all),
      { what: `live messages, as many as ${CONNECTIONS} at once can: ${P99}`, ...hurried },
      { what: `live messages, at half that rate, at most ${MOST_PER_SECOND} a second: ${P99}`, ...steady },
      memory(product, floor),
      ...flood,
    ]
  } finally {
    product.listeners.close()
    floor.listeners.close()
  }
}

async function openEach(pair: Pair): Promise<Side> {
  const before = memoryOf(pair)
  const dials = Array.from({ length: THREADS * 2 }, (_, socket) => pair.dial(socket >> 1, socket % 2))
  const listeners = await openListeners(dials)
  return { pair, listeners, memory: memoryOf(pair) - before }
}

interface Sides {
  readonly product: Side
  readonly floor: Side
  /** Where the product's deliveries are kept. */
  readonly all: Deliveries[]
}

const P99 = "p99 from the request to the sockets"

async function compared({ product, floor, all }: Sides, writing: Writing) {
  const heard: Deliveries[] = []
  const bare: Deliveries[] = []
  const rates: number[] = []
  const round = async ({ pair, listeners }: Side, kept: Deliveries[]) => {
    const began = performance.now()
    const written = await writing(pair, kept.length)
    if (kept === heard) rates.push((written.length * 1000) / (performance.now() - began))
    const deliveries = await listeners.deliveriesOf(written)
    kept.push(deliveries)
    return percentile(deliveries.times, 99)
  }
  const { ratio: slower, ...p99 } = await ratio(
    () => round(product, heard),
    () => round(floor, bare),
  )
  all.push(...heard)
  const p50 = median(heard.map(({ times }) => median(times)))
  const lag = median(heard.map(({ lags }) => percentile(lags, 99)))
  const perSecond = median(rates)
  const bareP99 = `bare: p99 ${ms(p99.bare)} (${slower.toFixed(1)} ×)`
  const behind = `${Math.round(perSecond)} per second, p50 ${ms(p50)}, p99 after the answer ${ms(lag)}; ${bareP99}`
  return { result: { measured: p99.ours, budget: P99_MS, bound: "most", unit: "ms", behind } as const, perSecond }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function memory(product: Side, floor: Side): Result {
  return {
    what: "live messages, memory of 2,000 sockets in two processes",
    measured: product.memory,
    budget: MEMORY_MB,
    bound: "most",
    unit: "MB",
    behind: `bare: ${Math.round(floor.memory)} MB`,
  }
}

function arrivals(all: readonly Deliveries[]): Result {
  const sum = (count: (of: Deliveries) => number) => all.reduce((total, of) => total + count(of), 0)
  const [expected, arrived] = [sum((of) => of.expected), sum((of) => of.arrived)]
  const [twice, stray] = [sum((of) => of.twice), sum((of) => of.stray)]
  return {
    what: "live messages at both sockets of their thread, once, and nowhere else",
    measured: (100 * (arrived - twice - stray)) / expected,
    budget: 100,
    bound: "least",
    unit: "%",
    behind: `${arrived} of ${expected}, ${twice} twice, ${stray} elsewhere`,
  }
}
