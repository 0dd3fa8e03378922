import type { Pool } from "pg"
import { openBarePool } from "./database.ts"
import { type Listeners, openListeners, type SentMessage } from "./listeners.ts"
import { measureRatio, median } from "./load.ts"
import { type Pair, type ProductPair, processorSecondsOf } from "./pairs.ts"
import type { Result } from "./results.ts"

const BUDGET = 0.9
const [MESSAGES, CONCURRENCY] = [60, 4]

interface Audience {
  readonly pair: Pair
  readonly listeners: Listeners
  readonly publish: (message: object) => Promise<unknown>
}

/** Delivery without storage: every socket is on one thread, and the bench publishes with NOTIFY as the product does. */
export async function measureFanOut(ours: ProductPair, bare: Pair, sockets: number): Promise<Result[]> {
  const pool = openBarePool(ours.dataFolder)
  const topics = [`thread:${ours.threads[0]?.id}`, "staff"]
  const product = await openAudience(ours, sockets, (message) => notify(pool, "chat", { topics, message }))
  const baseline = await openAudience(bare, sockets, (message) => notify(pool, "bench", message))
  const costs = { ours: [] as number[], bare: [] as number[] }
  try {
    const { ratio: measured, ...rates } = await measureRatio(
      () => deliver(product, costs.ours),
      () => deliver(baseline, costs.bare),
    )
    const metric = "live messages, 2,000 sockets on one thread: deliveries against bare ws"
    const perSecond = `${Math.round(rates.ours)} against ${Math.round(rates.bare)} per second`
    const processorRatio = median(costs.ours.map((cost, round) => (costs.bare[round] ?? Number.NaN) / cost))
    const micros = `${median(costs.ours).toFixed(1)} against ${median(costs.bare).toFixed(1)} µs per delivery`
    return [
      { metric, measured, budget: BUDGET, bound: "min", unit: "×", details: perSecond },
      {
        metric: `${metric}, by processor time`,
        measured: processorRatio,
        budget: BUDGET,
        bound: "min",
        unit: "×",
        details: micros,
      },
    ]
  } finally {
    product.listeners.close()
    baseline.listeners.close()
    await pool.end()
  }
}

async function openAudience(pair: Pair, sockets: number, publish: Audience["publish"]): Promise<Audience> {
  const targets = Array.from({ length: sockets }, (_, socket) => pair.socketTarget(0, socket % 2, socket))
  return { pair, publish, listeners: await openListeners(targets) }
}

function notify(pool: Pool, channel: string, payload: object) {
  return pool.query({ ...NOTIFY, values: [channel, JSON.stringify(payload)] })
}

const NOTIFY = { name: "bench_notify", text: "select pg_notify($1, $2)" }

let lastSequence = 1_000_000

/** Returns deliveries per second, and adds the processor time per delivery to `costs`, in µs. */
async function deliver({ pair, listeners, publish }: Audience, costs: number[]): Promise<number> {
  const threadId = pair.threads[0]?.id ?? ""
  const [startedAt, processorBefore] = [performance.now(), processorSecondsOf(pair)]
  const messages: SentMessage[] = []
  const publisher = async () => {
    while (messages.length < MESSAGES) {
      const message = { type: "new_message", threadId, sequence: ++lastSequence }
      messages.push({ ...message, sentAt: performance.now(), respondedAt: Number.POSITIVE_INFINITY })
      await publish(message)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, publisher))
  const { expected, arrived, duplicates, stray, lastAt } = await listeners.collectDeliveries(messages)
  if (arrived !== expected || duplicates + stray > 0) throw new Error(`${arrived} of ${expected} deliveries arrived`)
  costs.push(((processorSecondsOf(pair) - processorBefore) / arrived) * 1e6)
  return (arrived / (lastAt - startedAt)) * 1000
}
