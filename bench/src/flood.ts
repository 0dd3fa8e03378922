import { Worker } from "node:worker_threads"
import type { Deliveries, Listeners } from "./listeners.ts"
import { percentile } from "./load.ts"
import { memoryOf, type Pair } from "./pairs.ts"
import type { Result } from "./results.ts"
import type { WriteRound } from "./writing.ts"

/** More than the server allows per address. */
const SOCKETS = 120
const ROUNDS = 3
const [P99_MS, MEMORY_MB] = [500, 100]

interface Flooded {
  readonly pair: Pair
  readonly listeners: Listeners
  readonly all: Deliveries[]
  readonly memoryAtFullSpeed: number
}

export async function measureFlood(
  { pair, listeners, all, memoryAtFullSpeed }: Flooded,
  writeRound: WriteRound,
): Promise<Result[]> {
  const beforeFlood = await listeners.collectDeliveries(await writeRound(pair, 0))
  let peakMemory = memoryOf(pair)
  let counts = { opened: 0, refused: 0, closed: 0 }
  const flooder = new Worker(new URL("flooder.ts", import.meta.url), {
    workerData: { url: pair.processes[0]?.url, sockets: SOCKETS },
  })
  flooder.on("message", (message) => {
    counts = message
    peakMemory = Math.max(peakMemory, memoryOf(pair))
  })
  const flooded: Deliveries[] = []
  for (let round = 0; round < ROUNDS; round++) {
    flooded.push(await listeners.collectDeliveries(await writeRound(pair, round)))
  }
  await flooder.terminate()
  all.push(beforeFlood, ...flooded)
  const p99 = percentile(
    flooded.flatMap(({ times }) => times),
    99,
  )
  const metric = "live messages while one address floods"
  const { opened, refused, closed } = counts
  const details = `without flood ${percentile(beforeFlood.times, 99).toFixed(1)} ms; its sockets: ${opened} opened, ${refused} refused, ${closed} closed`
  return [
    { metric: `${metric}: p99 of other clients`, measured: p99, budget: P99_MS, bound: "max", unit: "ms", details },
    {
      metric: `${metric}: memory beyond that at full speed`,
      measured: peakMemory - memoryAtFullSpeed,
      budget: MEMORY_MB,
      bound: "max",
      unit: "MB",
    },
  ]
}
