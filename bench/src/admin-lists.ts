import { Agent, request } from "node:http"
import type { Pool } from "pg"
import { FREQUENT, LISTS, type List, RARE, seed } from "./admin-seed.ts"
import { openBare } from "./database.ts"
import { percentile } from "./load.ts"
import { forget, type Product, setUp, startProduct } from "./product.ts"
import type { Result } from "./results.ts"

const SIZES = { small: 1000, large: 1_000_000 } as const
const PAGE_ROWS = 50
const [DEEP_PAGE, BUDGET] = [10_000, 3]
const [ROUNDS, CALLS, WARM_UP] = [5, 200, 50]

/** A product with so many rows in each list, and an administrator who is signed in. */
interface AdminLists {
  readonly product: Product
  /** Where the deep page of a list begins. */
  readonly cursors: Readonly<Record<List, string>>
  readonly get: (path: string) => Promise<number>
  close(): Promise<void>
}

const listPath = (list: List, query = "") => `/api/admin/${list}?limit=${PAGE_ROWS}${query}`

/** What an administrator asks for: of every list, or of all at once. */
const ASKED: Readonly<Record<string, readonly ((adminLists: AdminLists) => readonly [name: string, path: string])[]>> =
  {
    "first page": LISTS.map((list) => () => [list, listPath(list)]),
    [`page ${DEEP_PAGE} (of a thousand rows the last)`]: LISTS.map((list) => ({ cursors }) => {
      return [list, listPath(list, `&cursor=${cursors[list]}`)]
    }),
    "search of a rare word": LISTS.map((list) => () => [list, listPath(list, `&q=${RARE}`)]),
    "search of a frequent word": LISTS.map((list) => () => [list, listPath(list, `&q=${FREQUENT}`)]),
    overview: [() => ["overview", "/api/admin/overview"]],
  }

/** How the lists of the office grow: each kind of call on a million rows against the same on a thousand, the p99. */
export async function adminLists(): Promise<Result[]> {
  const small = await openAdminLists(SIZES.small)
  try {
    const large = await openAdminLists(SIZES.large)
    try {
      const results: Result[] = []
      for (const what of Object.keys(ASKED)) results.push(await growth(what, small, large))
      return results
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

async function growth(what: string, small: AdminLists, large: AdminLists): Promise<Result> {
  const found: { name: string; ratio: number; small: number; large: number }[] = []
  for (const asked of ASKED[what] ?? []) {
    const [name] = asked(small)
    found.push({ name, ...(await compared(small, large, (of) => asked(of)[1])) })
  }
  const [worst] = found.sort((a, b) => b.ratio - a.ratio)
  if (!worst) throw new Error(`nothing is asked for "${what}"`)
  return {
    what: `office, ${what}: p99 with a million rows against a thousand`,
    measured: worst.ratio,
    budget: BUDGET,
    bound: "most",
    unit: "×",
    behind: `${worst.name}: ${worst.large.toFixed(1)} ms against ${worst.small.toFixed(1)} ms`,
  }
}

/** In turns, call by call, so that whatever else the machine does falls on both; the median of the rounds' ratios. */
async function compared(small: AdminLists, large: AdminLists, path: (adminLists: AdminLists) => string) {
  const pair = async () => ({ small: await small.get(path(small)), large: await large.get(path(large)) })
  for (let call = 0; call < WARM_UP; call++) await pair()
  const rounds: { ratio: number; small: number; large: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times: Awaited<ReturnType<typeof pair>>[] = []
    for (let call = 0; call < CALLS; call++) times.push(await pair())
    const [few, many] = [
      percentile(
        times.map((time) => time.small),
        99,
      ),
      percentile(
        times.map((time) => time.large),
        99,
      ),
    ]
    rounds.push({ ratio: many / few, small: few, large: many })
  }
  const [median] = rounds.sort((a, b) => a.ratio - b.ratio).slice(Math.floor(ROUNDS / 2))
  if (!median) throw new Error("there were no rounds")
  return median
}

/** Starts a product of its own, fills it, and signs its first administrator in. */
async function openAdminLists(rows: number): Promise<AdminLists> {
  const product = await startProduct()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const close = async () => {
    agent.destroy()
    await product.stop()
    forget(product)
  }
  try {
    const cookie = await setUp(product)
    const pool = openBare(product.dataFolder)
    await seed(pool, rows)
    const before = Math.min((DEEP_PAGE - 1) * PAGE_ROWS, rows - PAGE_ROWS)
    const cursors = Object.fromEntries(
      await Promise.all(LISTS.map(async (list) => [list, await cursorAfter(pool, list, before)])),
    ) as Record<List, string>
    await pool.end()
    return { product, cursors, close, get: (path) => timed(`${product.url}${path}`, cookie, agent) }
  } catch (error) {
    await close()
    throw error
  }
}

/** The cursor that the product gives after so many rows (server/src/platform/lists/paginate.ts): newest first. */
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

/** How long an answer takes, in ms, to its last byte. */
function timed(url: string, cookie: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    request(url, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      answer.on("end", () => resolve(performance.now() - began)).resume()
    })
      .on("error", reject)
      .end()
  })
}
