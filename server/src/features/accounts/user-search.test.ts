import { afterAll, beforeAll, expect, test } from "vitest"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { paginateUsers } from "./queries/user-list.ts"

const ROWS = 6000

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.sql`
    insert into users (id, email, first_name, last_name, role, created_at)
    select gen_random_uuid(), 'u' || n || '@example.org', case when n % 4 = 0 then 'Guerda' else 'Mari' end || ' Jean',
      case when n % 100 = 0 then 'Noël' end, case when n % 10 = 0 then 'mentor' else 'student' end,
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n`
  await database.sql`analyze users`
})
afterAll(() => database.release())

type Query = Pick<Parameters<typeof paginateUsers>[1], "q" | "role">

const matchesOf = (query: Query) =>
  Array.from({ length: ROWS }, (_, index) => ROWS - index).filter((n) => {
    const name = `${n % 4 === 0 ? "guerda" : "mari"} jean ${n % 100 === 0 ? "noel" : ""}`
    const hasWords = (query.q ?? "").split(" ").every((word) => name.includes(word))
    return hasWords && (query.role === undefined || n % 10 === 0)
  })

async function listAll(query: Query, sort: "newest" | "oldest") {
  const numbers: number[] = []
  const totals = new Set<number>()
  for (let cursor: string | undefined; ; ) {
    const page = await paginateUsers(database.db, { ...query, sort, limit: 500, cursor })
    totals.add(page.total)
    numbers.push(...page.rows.map(({ email }) => Number.parseInt(email.slice(1), 10)))
    if (page.next === null) return { numbers, totals: [...totals] }
    cursor = page.next
  }
}

test.each<[string, Query, number]>([
  ["no match", { q: "zetwalo" }, 0],
  ["few matches", { q: "noel" }, 60],
  ["more matches than are counted", { q: "guerda" }, 1001],
  ["more matches than are collected", { q: "jean" }, 1001],
  ["two words", { q: "guerda noel" }, 60],
  ["few matches with a filter", { q: "noel", role: "mentor" }, 60],
  ["many matches with a filter", { q: "guerda", role: "mentor" }, 300],
  ["matches everywhere with a filter", { q: "jean", role: "mentor" }, 600],
])(
  "a search with %s lists each of them once, in both orders, with the total on every page",
  async (_, query, total) => {
    const matches = matchesOf(query)
    expect(await listAll(query, "newest")).toEqual({ numbers: matches, totals: [total] })
    expect(await listAll(query, "oldest")).toEqual({ numbers: matches.toReversed(), totals: [total] })
  },
)

test("a word that became frequent after the statistics were collected is searched like any other", async () => {
  await database.sql`
    insert into users (id, email, first_name, role, created_at)
    select gen_random_uuid(), 'u' || n || '@example.org', 'Nadège',
      case when n % 10 = 0 then 'mentor' else 'student' end, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(${ROWS + 1}::int, ${2 * ROWS}::int) n`
  const matches = Array.from({ length: ROWS }, (_, index) => 2 * ROWS - index)
  const students = matches.filter((n) => n % 10 !== 0)
  expect(await listAll({ q: "nadege" }, "newest")).toEqual({ numbers: matches, totals: [1001] })
  expect(await listAll({ q: "nadege", role: "student" }, "newest")).toEqual({ numbers: students, totals: [1001] })
  expect(await listAll({ q: "nadege" }, "oldest")).toEqual({ numbers: matches.toReversed(), totals: [1001] })
})
