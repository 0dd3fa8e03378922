import type { Pool } from "pg"
import { ADDRESS_START, FILTERS, FREQUENT_WORD, LISTS, type List, RARE_WORD, seed, TWO_WORDS } from "./admin-seed.ts"
import { measureGrowthOf } from "./growth.ts"
import type { Report, Result } from "./results.ts"
import { onSizes, type Seeded } from "./seeded.ts"

const SIZES = { small: 1000, large: 1_000_000 } as const
const PAGE_ROWS = 50
const [DEEP_PAGE, BUDGET] = [10_000, 3]

/** `rows` is the cursor of each list's deep page. */
type AdminLists = Seeded<Readonly<Record<List, string>>>

const listPath = (list: List, query = "") => `/api/admin/${list}?limit=${PAGE_ROWS}${query}`

const REQUESTED_PATHS: Readonly<
  Record<string, readonly ((adminLists: AdminLists) => readonly [name: string, path: string])[]>
> = {
  "first page": LISTS.map((list) => () => [list, listPath(list)]),
  [`page ${DEEP_PAGE} (the last page of a thousand rows)`]: LISTS.map((list) => ({ rows: cursors }) => {
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
export function measureAdminLists(report: Report): Promise<void> {
  return onSizes(SIZES, seedLists, async (small, large) => {
    for (const metric of Object.keys(REQUESTED_PATHS)) report(await measureGrowth(metric, small, large))
  })
}

async function measureGrowth(metric: string, small: AdminLists, large: AdminLists): Promise<Result> {
  const comparisons: { name: string; ratio: number; small: number; large: number }[] = []
  for (const requestOf of REQUESTED_PATHS[metric] ?? []) {
    const [name] = requestOf(small)
    const timed = (lists: AdminLists) => () => lists.send(requestOf(lists)[1])
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

async function seedLists(pool: Pool, rows: number): Promise<Readonly<Record<List, string>>> {
  await seed(pool, rows)
  const skippedRows = Math.min((DEEP_PAGE - 1) * PAGE_ROWS, rows - PAGE_ROWS)
  const cursors = await Promise.all(LISTS.map(async (list) => [list, await cursorAfter(pool, list, skippedRows)]))
  return Object.fromEntries(cursors)
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
