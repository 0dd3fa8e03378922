import { Worker } from "node:worker_threads"
import type { Deliveries, Listeners } from "./listeners.ts"
import { percentile } from "./load.ts"
import { memoryOf, type Pair } from "./pairs.ts"
import type { Result } from "./results.ts"
import type { Writing } from "./writing.ts"

/** More than one address may have. */
const SOCKETS = 120
const ROUNDS = 3
const [P99_MS, MEMORY_MB] = [500, 100]

/** What the others notice while one address does with sockets whatever it can (DU-08). */
export async function floods(
  { pair, listeners, all }: { pair: Pair; listeners: Listeners; all: Deliveries[] },
  writing: Writing,
): Promise<Result[]> {
  const calm = await listeners.deliveriesOf(await writing(pair, 0))
  const before = memoryOf(pair)
  let most = before
  let counts = { opened: 0, refused: 0, closed: 0 }
  const flood = new Worker(new URL("flooder.ts", import.meta.url), {
    workerData: { url: pair.processes[0]?.url, sockets: SOCKETS },
  })
  flood.on("message", (told) => {
    counts = told
    most = Math.max(most, memoryOf(pair))
  })
  const heard: Deliveries[] = []
  for (let round = 0; round < ROUNDS; round++) heard.push(await listeners.deliveriesOf(await writing(pair, round)))
  await flood.terminate()
  all.push(calm, ...heard)
  const p99 = percentile(
    heard.flatMap(({ times }) => times),
    99,
  )
  const what = "live messages while one address floods"
  const { opened, refused, closed } = counts
  const behind = `before it ${percentile(calm.times, 99).toFixed(1)} ms; its sockets: ${opened} opened, ${refused} refused, ${closed} closed`
  return [
    { what: `${what}: p99 of the others`, measured: p99, budget: P99_MS, bound: "most", unit: "ms", behind },
    { what: `${what}: more memory`, measured: most - before, budget: MEMORY_MB, bound: "most", unit: "MB" },
  ]
}
