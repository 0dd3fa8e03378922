import type { Pool } from "pg"
import { seed } from "./admin-seed.ts"
import {
  ADDRESS_START,
  type AdminList,
  FREQUENT_WORD,
  PEOPLE_LISTS,
  RARE_WORD,
  RECORD_LISTS,
  TWO_WORDS,
} from "./admin-tables.ts"
import { measureExports } from "./exports.ts"
import { measureGrowthOf } from "./growth.ts"
import type { Report } from "./results.ts"
import { onSizes, type Seeded } from "./seeded.ts"

const SIZES = { small: 1000, large: 1_000_000 } as const
const PAGE_ROWS = 50
const [DEEP_PAGE, BUDGET] = [10_000, 3]

/** `rows` is the cursor of each table's deep page. */
type AdminLists = Seeded<Readonly<Record<string, string>>>

interface Query {
  readonly metric: string
  readonly isOfSearch?: boolean
  /** The parameters after the limit. */
  readonly of: (list: AdminList, lists: AdminLists) => string
}

const QUERIES: readonly Query[] = [
  { metric: "first page", of: () => "" },
  {
    metric: `page ${DEEP_PAGE} (the last page of fewer rows)`,
    of: ({ table }, { rows: cursors }) => `&cursor=${cursors[table]}`,
  },
  { metric: "filter", of: ({ filter }) => filter },
  { metric: "search of a rare word", isOfSearch: true, of: () => `&q=${RARE_WORD}` },
  { metric: "search of a frequent word", isOfSearch: true, of: () => `&q=${FREQUENT_WORD}` },
  { metric: "search of two words", isOfSearch: true, of: () => `&q=${TWO_WORDS}` },
  { metric: "search with a filter", isOfSearch: true, of: ({ filter }) => `&q=${FREQUENT_WORD}${filter}` },
  { metric: "search of the start of an address", isOfSearch: true, of: () => `&q=${ADDRESS_START}` },
]

/** In the middle of the three years of the rows. */
const MIDDLE_CURSOR = cursorOf("2024-07-01 00:00:00+00", "00000000-0000-0000-0000-000000000000")

/** The list of what waits has a tenth of the rows of some tables. */
const OVERVIEW = {
  overview: "overview",
  "what waits": `waiting?limit=${PAGE_ROWS}`,
  "what waits, a page in the middle": `waiting?limit=${PAGE_ROWS}&cursor=${MIDDLE_CURSOR}`,
}

/** How the admin lists of people scale, and the overview: the p99 on a million rows against a thousand. */
export function measureAdminLists(report: Report): Promise<void> {
  return measureLists(PEOPLE_LISTS, report)
}

/** The same of what only grows: memberships, applications, chat, the history. */
export function measureRecords(report: Report): Promise<void> {
  return measureLists(RECORD_LISTS, report)
}

function measureLists(lists: readonly AdminList[], report: Report): Promise<void> {
  return onSizes(
    SIZES,
    (pool, rows) => seedLists(pool, lists, rows),
    async (small, large) => {
      for (const { metric, isOfSearch, of } of QUERIES) {
        const requests = lists
          .filter(({ isSearched }) => isSearched || !isOfSearch)
          .map((list) => ({
            name: list.path,
            pathIn: (seeded: AdminLists) => `/api/admin/${list.path}?limit=${PAGE_ROWS}${of(list, seeded)}`,
          }))
        await reportWorst(metric, requests, { small, large }, report)
      }
      const sums = lists.flatMap((list) => (list.sums ? [list.sums, `${list.sums}/export`] : []))
      const others = { ...OVERVIEW, ...Object.fromEntries(sums.map((path) => [path, path])) }
      for (const [name, path] of Object.entries(others))
        await reportWorst(name, [{ name, pathIn: () => `/api/admin/${path}` }], { small, large }, report)
      await measureExports(lists, { small, large }, report)
    },
  )
}

interface Request {
  readonly name: string
  readonly pathIn: (lists: AdminLists) => string
}

async function reportWorst(
  metric: string,
  requests: readonly Request[],
  { small, large }: Readonly<Record<"small" | "large", AdminLists>>,
  report: Report,
): Promise<void> {
  const comparisons: { name: string; ratio: number; small: number; large: number }[] = []
  for (const { name, pathIn } of requests) {
    const timed = (lists: AdminLists) => () => lists.send(pathIn(lists))
    comparisons.push({ name, ...(await measureGrowthOf(timed(small), timed(large))) })
  }
  const [worst] = comparisons.sort((a, b) => b.ratio - a.ratio)
  if (!worst) throw new Error(`"${metric}" has no requests`)
  report({
    metric: `admin lists, ${metric}: p99 with a million rows against a thousand`,
    measured: worst.ratio,
    budget: BUDGET,
    bound: "max",
    unit: "×",
    details: `${worst.name}: ${worst.large.toFixed(1)} ms against ${worst.small.toFixed(1)} ms`,
  })
}

async function seedLists(
  pool: Pool,
  lists: readonly AdminList[],
  rows: number,
): Promise<Readonly<Record<string, string>>> {
  await seed(pool, lists, rows)
  return Object.fromEntries(
    await Promise.all(lists.map(async (list) => [list.table, await cursorOfDeepPage(pool, list)])),
  )
}

async function cursorOfDeepPage(pool: Pool, { table, sortedBy }: AdminList): Promise<string> {
  const {
    rows: [row],
  } = await pool.query<{ at: string; id: string }>(
    `select ${sortedBy}::text as at, id::text from ${table} order by ${sortedBy} desc, id desc
    offset least($1, (select count(*) from ${table}) - $2) - 1 limit 1`,
    [(DEEP_PAGE - 1) * PAGE_ROWS, PAGE_ROWS],
  )
  if (!row) throw new Error(`there are too few ${table}`)
  return cursorOf(row.at, row.id)
}

function cursorOf(at: string, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString("base64url")
}
