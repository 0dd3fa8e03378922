import { setTimeout as sleep } from "node:timers/promises"
import { type AdminList, FREQUENT_WORD, RARE_WORD } from "./admin-tables.ts"
import { measureGrowthOf } from "./growth.ts"
import { percentile } from "./load.ts"
import { memoryMb } from "./product.ts"
import type { Report } from "./results.ts"
import type { Seeded } from "./seeded.ts"

type Sizes = Readonly<Record<"small" | "large", Pick<Seeded<unknown>, "product" | "readRows">>>

interface Comparison {
  readonly ratio: number
  readonly details: string
}

const GROWTH_BUDGET = 3
/** A million rows that waited for the reader would take more. */
const MEMORY_BUDGET_MB = 100
const [SMALL_EXPORTS, SAMPLE_MS] = [50, 50]

const STARTS = [
  { metric: "first thousand rows", query: "", most: 1000 },
  { metric: "search of a rare word", query: `q=${RARE_WORD}` },
]

const WHOLE = [
  { metric: "a row", of: () => "" },
  { metric: "a row with a filter", of: ({ filter }: AdminList) => filter },
  { metric: "a row of a search with a filter", of: ({ filter }: AdminList) => `q=${FREQUENT_WORD}${filter}` },
]

/** An export of everything takes as long as it has rows: measures how it starts, what a row takes, and the memory. */
export async function measureExports(lists: readonly AdminList[], sizes: Sizes, report: Report): Promise<void> {
  const exported = lists.filter(({ isExported }) => isExported)
  for (const { metric, query, most } of STARTS) {
    const comparisons: Comparison[] = []
    for (const list of exported) comparisons.push(await compareStarts(pathOf(list, query), sizes, most))
    reportWorst(`${metric}: p99`, comparisons, report)
  }
  const before = memoryMb(sizes.large.product)
  const peak = await withPeakMemory(sizes, async () => {
    for (const { metric, of } of WHOLE) {
      const comparisons: Comparison[] = []
      for (const list of exported) comparisons.push(await compareRows(pathOf(list, of(list)), sizes))
      reportWorst(`${metric}: mean`, comparisons, report)
    }
  })
  report({
    metric: "admin exports, memory for a million rows",
    measured: peak - before,
    budget: MEMORY_BUDGET_MB,
    bound: "max",
    unit: "MB",
    details: `${peak.toFixed(0)} MB at most, ${before.toFixed(0)} MB before`,
  })
}

function pathOf({ path }: AdminList, query: string): string {
  return `/api/admin/${path}/export?${query.replace(/^&/, "")}`
}

async function compareStarts(path: string, { small, large }: Sizes, most: number | undefined): Promise<Comparison> {
  const timed = (size: Sizes["small"]) => async () => (await size.readRows(path, most)).milliseconds
  const growth = await measureGrowthOf(timed(small), timed(large))
  const details = `${path}: ${growth.large.toFixed(1)} ms against ${growth.small.toFixed(1)} ms`
  return { ratio: growth.ratio, details }
}

async function compareRows(path: string, { small, large }: Sizes): Promise<Comparison> {
  const times: number[] = []
  for (let count = 0; count < SMALL_EXPORTS; count++) times.push(perRow(await small.readRows(path)))
  const [smallMs, largeMs] = [percentile(times, 50), perRow(await large.readRows(path))]
  const details = `${path}: ${(largeMs * 1000).toFixed(0)} µs, ${(1 / largeMs).toFixed(0)} rows/ms`
  return { ratio: largeMs / smallMs, details: `${details}, against ${(smallMs * 1000).toFixed(0)} µs` }
}

/** No donation of the seed has both the word and the filter: then it is the time to find none. */
function perRow({ milliseconds, rows }: Awaited<ReturnType<Seeded<unknown>["readRows"]>>): number {
  return milliseconds / Math.max(rows, 1)
}

async function withPeakMemory({ large }: Sizes, work: () => Promise<void>): Promise<number> {
  let peak = 0
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, memoryMb(large.product))
      await sleep(SAMPLE_MS)
    }
  })()
  await work().finally(() => {
    isDone = true
  })
  await sampling
  return peak
}

function reportWorst(metric: string, comparisons: readonly Comparison[], report: Report): void {
  const [worst] = comparisons.toSorted((a, b) => b.ratio - a.ratio)
  if (!worst) throw new Error("nothing is exported")
  report({
    metric: `admin exports, ${metric} with a million rows against a thousand`,
    measured: worst.ratio,
    budget: GROWTH_BUDGET,
    bound: "max",
    unit: "×",
    details: worst.details,
  })
}
