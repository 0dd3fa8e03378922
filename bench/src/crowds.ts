import type { Pool } from "pg"
import { openBare } from "./database.ts"
import { type Listeners, openListeners, type Written } from "./listeners.ts"
import { median, ratio } from "./load.ts"
import { type Pair, type Products, processorSecondsOf } from "./pairs.ts"
import type { Result } from "./results.ts"

const BUDGET = 0.9
const [TELLINGS, TELLERS] = [60, 4]

/** All sockets on one thread, and what tells the processes of a message in it. */
interface Crowd {
  readonly pair: Pair
  readonly listeners: Listeners
  readonly tell: (message: object) => Promise<unknown>
}

/**
 * What it costs to pass a message on, without what it costs to write it: every socket is on one thread, and the processes
 * are told by NOTIFY, as the product tells its own (server/src/features/chat/live.ts).
 */
export async function crowds(ours: Products, bare: Pair, sockets: number): Promise<Result[]> {
  const pool = openBare(ours.dataFolder)
  const topics = [`thread:${ours.threads[0]?.id}`, "staff"]
  const product = await gather(ours, sockets, (message) => notify(pool, "chat", { topics, message }))
  const floor = await gather(bare, sockets, (message) => notify(pool, "bench", message))
  const costs = { ours: [] as number[], bare: [] as number[] }
  try {
    const { ratio: measured, ...behind } = await ratio(
      () => passOn(product, costs.ours),
      () => passOn(floor, costs.bare),
    )
    const what = "live messages, 2,000 sockets on one thread: deliveries against bare ws"
    const rates = `${Math.round(behind.ours)} against ${Math.round(behind.bare)} per second`
    const cheaper = median(costs.ours.map((cost, round) => (costs.bare[round] ?? Number.NaN) / cost))
    const micros = `${median(costs.ours).toFixed(1)} against ${median(costs.bare).toFixed(1)} µs for each`
    return [
      { what, measured, budget: BUDGET, bound: "least", unit: "×", behind: rates },
      {
        what: `${what}, by processor time`,
        measured: cheaper,
        budget: BUDGET,
        bound: "least",
        unit: "×",
        behind: micros,
      },
    ]
  } finally {
    product.listeners.close()
    floor.listeners.close()
    await pool.end()
  }
}

async function gather(pair: Pair, sockets: number, tell: Crowd["tell"]): Promise<Crowd> {
  const dials = Array.from({ length: sockets }, (_, socket) => pair.dial(0, socket % 2, socket))
  return { pair, tell, listeners: await openListeners(dials) }
}

function notify(pool: Pool, channel: string, told: object) {
  return pool.query({ ...NOTIFY, values: [channel, JSON.stringify(told)] })
}

const NOTIFY = { name: "bench_notify", text: "select pg_notify($1, $2)" }

let lastSequence = 1_000_000

/** Deliveries per second; what one cost the two processes goes to the costs, in µs. */
async function passOn({ pair, listeners, tell }: Crowd, costs: number[]): Promise<number> {
  const threadId = pair.threads[0]?.id ?? ""
  const [began, busy] = [performance.now(), processorSecondsOf(pair)]
  const told: Written[] = []
  const teller = async () => {
    while (told.length < TELLINGS) {
      const message = { type: "new_message", threadId, sequence: ++lastSequence }
      told.push({ ...message, sentAt: performance.now(), answeredAt: Number.POSITIVE_INFINITY })
      await tell(message)
    }
  }
  await Promise.all(Array.from({ length: TELLERS }, teller))
  const { expected, arrived, twice, stray, lastAt } = await listeners.deliveriesOf(told)
  if (arrived !== expected || twice + stray > 0) throw new Error(`${arrived} of ${expected} deliveries arrived`)
  costs.push(((processorSecondsOf(pair) - busy) / arrived) * 1e6)
  return (arrived / (lastAt - began)) * 1000
}
