import { measureFanOut } from "./fan-out.ts"
import { measureFlood } from "./flood.ts"
import { type Deliveries, type Listeners, openListeners } from "./listeners.ts"
import { measureRatio, median, percentile } from "./load.ts"
import { memoryOf, type Pair, startBarePair, startProductPair } from "./pairs.ts"
import type { Report, Result } from "./results.ts"
import { atFullSpeed, atRate, CONNECTIONS, type WriteRound } from "./writing.ts"

/** Each thread has a socket at each of the two processes. */
const THREADS = 1000
const [P99_MS, MEMORY_MB] = [250, 150]
const MAX_PER_SECOND = 200

/** 2,000 sockets at two processes on one PostgreSQL, compared with plain node:http, pg and `ws`. */
export async function measureLiveMessages(report: Report): Promise<void> {
  const ours = await startProductPair(THREADS)
  try {
    const bare = await startBarePair(ours.dataFolder, ours.threads)
    try {
      await measureConversations(ours, bare, report)
      for (const result of await measureFanOut(ours, bare, THREADS * 2)) report(result)
    } finally {
      await bare.stop()
    }
  } finally {
    await ours.stop()
  }
}

/** A pair with open sockets; `memory` is what they take, in MB. */
interface Side {
  readonly pair: Pair
  readonly listeners: Listeners
  readonly memory: number
}

/** Visitor and administrator write in every thread; each message must arrive at its two sockets only. */
async function measureConversations(ours: Pair, bare: Pair, report: Report): Promise<void> {
  const product = await openSockets(ours)
  const baseline = await openSockets(bare)
  const all: Deliveries[] = []
  try {
    const { result: fullSpeed, perSecond } = await compare({ product, baseline, all }, atFullSpeed)
    report({ metric: `live messages, ${CONNECTIONS} connections at full speed: ${P99}`, ...fullSpeed })
    report(memoryResult(product, baseline))
    const memoryAtFullSpeed = memoryOf(ours)
    // Above the machine's capacity only the queue would be measured.
    const rate = Math.min(MAX_PER_SECOND, Math.floor(perSecond / 2))
    const { result: steady } = await compare({ product, baseline, all }, atRate(rate))
    report({ metric: `live messages, at half that rate, at most ${MAX_PER_SECOND} a second: ${P99}`, ...steady })
    for (const result of await measureFlood({ ...product, all, memoryAtFullSpeed }, atRate(rate))) report(result)
    report(deliveryResult(all))
  } finally {
    product.listeners.close()
    baseline.listeners.close()
  }
}

async function openSockets(pair: Pair): Promise<Side> {
  const memoryBefore = memoryOf(pair)
  const targets = Array.from({ length: THREADS * 2 }, (_, socket) => pair.socketTarget(socket >> 1, socket % 2))
  const listeners = await openListeners(targets)
  return { pair, listeners, memory: memoryOf(pair) - memoryBefore }
}

interface Sides {
  readonly product: Side
  readonly baseline: Side
  readonly all: Deliveries[]
}

const P99 = "p99 from the request to the sockets"

async function compare({ product, baseline, all }: Sides, writeRound: WriteRound) {
  const ours: Deliveries[] = []
  const bare: Deliveries[] = []
  const rates: number[] = []
  const runRound = async ({ pair, listeners }: Side, rounds: Deliveries[]) => {
    const startedAt = performance.now()
    const messages = await writeRound(pair, rounds.length)
    if (rounds === ours) rates.push((messages.length * 1000) / (performance.now() - startedAt))
    const deliveries = await listeners.collectDeliveries(messages)
    rounds.push(deliveries)
    return percentile(deliveries.times, 99)
  }
  const { ratio: slower, ...p99 } = await measureRatio(
    () => runRound(product, ours),
    () => runRound(baseline, bare),
  )
  all.push(...ours)
  const p50 = median(ours.map(({ times }) => median(times)))
  const lag = median(ours.map(({ lags }) => percentile(lags, 99)))
  const perSecond = median(rates)
  const bareP99 = `bare: p99 ${formatMs(p99.bare)} (${slower.toFixed(1)} ×)`
  const details = `${Math.round(perSecond)} per second, p50 ${formatMs(p50)}, p99 after the response ${formatMs(lag)}; ${bareP99}`
  return { result: { measured: p99.ours, budget: P99_MS, bound: "max", unit: "ms", details } as const, perSecond }
}

function formatMs(value: number): string {
  return `${value.toFixed(1)} ms`
}

function memoryResult(product: Side, baseline: Side): Result {
  return {
    metric: "live messages, memory of 2,000 sockets in two processes",
    measured: product.memory,
    budget: MEMORY_MB,
    bound: "max",
    unit: "MB",
    details: `bare: ${Math.round(baseline.memory)} MB`,
  }
}

function deliveryResult(all: readonly Deliveries[]): Result {
  const sum = (key: "expected" | "arrived" | "duplicates" | "stray") => {
    return all.reduce((total, deliveries) => total + deliveries[key], 0)
  }
  const [expected, arrived] = [sum("expected"), sum("arrived")]
  const [duplicates, stray] = [sum("duplicates"), sum("stray")]
  return {
    metric: "live messages at both sockets of their thread, once, and nowhere else",
    measured: (100 * (arrived - duplicates - stray)) / expected,
    budget: 100,
    bound: "min",
    unit: "%",
    details: `${arrived} of ${expected}, ${duplicates} duplicates, ${stray} stray`,
  }
}
