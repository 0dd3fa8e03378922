import { Agent } from "node:http"
import type { Pool } from "pg"
import { ADDRESS_START, FILTERS, FREQUENT_WORD, LISTS, type List, RARE_WORD, seed, TWO_WORDS } from "./admin-seed.ts"
import { openBarePool } from "./database.ts"
import { measureGrowthOf, timeRequest } from "./growth.ts"
import { createAdmin, deleteData, type Product, startProduct } from "./product.ts"
import type { Report, Result } from "./results.ts"

const SIZES = { small: 1000, large: 1_000_000 } as const
const PAGE_ROWS = 50
const [DEEP_PAGE, BUDGET] = [10_000, 3]

interface AdminLists {
  readonly product: Product
  /** The cursor of each list's deep page. */
  readonly cursors: Readonly<Record<List, string>>
  readonly get: (path: string) => Promise<number>
  close(): Promise<void>
}

const listPath = (list: List, query = "") => `/api/admin/${list}?limit=${PAGE_ROWS}${query}`

const REQUESTED_PATHS: Readonly<
  Record<string, readonly ((adminLists: AdminLists) => readonly [name: string, path: string])[]>
> = {
  "first page": LISTS.map((list) => () => [list, listPath(list)]),
  [`page ${DEEP_PAGE} (the last page of a thousand rows)`]: LISTS.map((list) => ({ cursors }) => {
    return [list, listPath(list, `&cursor=${cursors[list]}`)]
  }),
  "search of a rare word": LISTS.map((list) => () => [list, listPath(list, `&q=${RARE_WORD}`)]),
  "search of a frequent word": LISTS.map((list) => () => [list, listPath(list, `&q=${FREQUENT_WORD}`)]),
  "search of two words": LISTS.map((list) => () => [list, listPath(list, `&q=${TWO_WORDS}`)]),
  "search with a filter": LISTS.map((list) => () => [list, listPath(list, `&q=${FREQUENT_WORD}${FILTERS[list]}`)]),
  "search of the start of an address": LISTS.map((list) => () => [list, listPath(list, `&q=${ADDRESS_START}`)]),
  overview: [() => ["overview", "/api/admin/overview"]],
}

/** How the admin lists scale: the p99 of each request on a million rows against a thousand. */
export async function measureAdminLists(report: Report): Promise<void> {
  const small = await openAdminLists(SIZES.small)
  try {
    const large = await openAdminLists(SIZES.large)
    try {
      for (const metric of Object.keys(REQUESTED_PATHS)) report(await measureGrowth(metric, small, large))
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

async function measureGrowth(metric: string, small: AdminLists, large: AdminLists): Promise<Result> {
  const comparisons: { name: string; ratio: number; small: number; large: number }[] = []
  for (const requestOf of REQUESTED_PATHS[metric] ?? []) {
    const [name] = requestOf(small)
    const timed = (lists: AdminLists) => () => lists.get(requestOf(lists)[1])
    comparisons.push({ name, ...(await measureGrowthOf(timed(small), timed(large))) })
  }
  const [worst] = comparisons.sort((a, b) => b.ratio - a.ratio)
  if (!worst) throw new Error(`"${metric}" has no requests`)
  return {
    metric: `admin lists, ${metric}: p99 with a million rows against a thousand`,
    measured: worst.ratio,
    budget: BUDGET,
    bound: "max",
    unit: "×",
    details: `${worst.name}: ${worst.large.toFixed(1)} ms against ${worst.small.toFixed(1)} ms`,
  }
}

async function openAdminLists(rows: number): Promise<AdminLists> {
  const product = await startProduct()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const close = async () => {
    agent.destroy()
    await product.stop()
    deleteData(product)
  }
  try {
    const cookie = await createAdmin(product)
    const pool = openBarePool(product.dataFolder)
    await seed(pool, rows)
    const skippedRows = Math.min((DEEP_PAGE - 1) * PAGE_ROWS, rows - PAGE_ROWS)
    const cursors = Object.fromEntries(
      await Promise.all(LISTS.map(async (list) => [list, await cursorAfter(pool, list, skippedRows)])),
    ) as Record<List, string>
    await pool.end()
    return { product, cursors, close, get: (path) => timeRequest(`${product.url}${path}`, { cookie, agent }) }
  } catch (error) {
    await close()
    throw error
  }
}

async function cursorAfter(pool: Pool, list: List, rows: number): Promise<string> {
  const {
    rows: [row],
  } = await pool.query<{ at: string; id: string }>(
    `select created_at::text as at, id::text from ${list}
    order by created_at desc, id desc offset $1 limit 1`,
    [rows - 1],
  )
  if (!row) throw new Error(`there are fewer than ${rows} ${list}`)
  return Buffer.from(JSON.stringify([row.at, row.id])).toString("base64url")
}
