import { setTimeout as sleep } from "node:timers/promises"
import type { Pool } from "pg"
import { openBarePool } from "./database.ts"
import { openListeners } from "./listeners.ts"
import { measureRatio, measureThroughput } from "./load.ts"
import { memoryMb, type Product, processorSeconds, startProduct } from "./product.ts"
import type { Report } from "./results.ts"

/** Of more requests at once a process refuses some. */
const [FEW, MANY] = [10, [100, 500]]
/** A process refuses more. */
const SOCKETS = [50, 500, 5000]
const PROCESSES = [1, 10]
const IDLE_SECONDS = 60
/** What is written to a socket that opens has been collected by then. */
const SETTLE_MS = 5000
const KB_PER_MB = 1024

/** How one process bears more connections and sockets, and one database more processes. */
export async function measureScale(product: Product, report: Report): Promise<void> {
  await measureConnections(product, report)
  await measureSockets(product, report)
  await measureProcesses(product, report)
}

async function measureConnections({ url }: Product, report: Report): Promise<void> {
  const read = (connections: number) => measureThroughput({ url: `${url}/api/testimonials`, connections })
  for (const connections of MANY) {
    const { ratio, ours, bare } = await measureRatio(
      () => read(connections),
      () => read(FEW),
    )
    report({
      metric: `the list of testimonials over ${connections} connections against ${FEW}`,
      measured: ratio,
      budget: 0.7,
      bound: "min",
      unit: "×",
      details: `${Math.round(ours)} against ${Math.round(bare)} per second`,
    })
  }
}

async function measureSockets(product: Product, report: Report): Promise<void> {
  const { url } = product
  for (const sockets of SOCKETS) {
    const before = memoryMb(product)
    const listeners = await openListeners(
      Array.from({ length: sockets }, (_, socket) => ({
        url: `${url.replace("http", "ws")}/ws`,
        headers: { origin: url, "x-forwarded-for": `198.18.${socket >> 8}.${socket & 255}` },
        threadId: "",
      })),
    )
    await sleep(SETTLE_MS)
    const memory = memoryMb(product) - before
    const seconds = await secondsOfAMinute(product)
    const { stray } = await listeners.collectDeliveries([])
    listeners.close()
    if (stray > 0) throw new Error(`${stray} of ${sockets} sockets were closed, or got what is not theirs`)
    report({
      metric: `memory of each of ${sockets} sockets`,
      measured: (memory * KB_PER_MB) / sockets,
      budget: 50,
      bound: "max",
      unit: "KB",
      details: `${seconds.toFixed(1)} s of a processor in a minute without messages`,
    })
  }
}

async function measureProcesses(product: Product, report: Report): Promise<void> {
  const others: Product[] = []
  const pool = openBarePool(product.dataFolder)
  try {
    for (const count of PROCESSES) {
      while (others.length < count - 1) others.push(await startProduct(product.dataFolder, { DATABASE_POOL: "2" }))
      const before = await countTransactions(pool)
      const seconds = await secondsOfAMinute(product)
      const transactions = ((await countTransactions(pool)) - before) / IDLE_SECONDS / count
      report({
        metric: `transactions a second of each of ${count} idle processes`,
        measured: transactions,
        budget: 2,
        bound: "max",
        unit: "",
        details: `${seconds.toFixed(1)} s of a processor in a minute, ${Math.round(memoryMb(others[0] ?? product))} MB`,
      })
    }
  } finally {
    await pool.end()
    for (const other of others) await other.stop()
  }
}

async function secondsOfAMinute(product: Product): Promise<number> {
  const before = processorSeconds(product)
  await sleep(IDLE_SECONDS * 1000)
  return processorSeconds(product) - before
}

async function countTransactions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ commits: number }>(
    "select xact_commit::int as commits from pg_stat_database where datname = current_database()",
  )
  return rows[0]?.commits ?? Number.NaN
}
