import { COUNT_LIMIT, type Page } from "@haitech/contract/lists"
import { and, asc, type Column, desc, getColumns, gt, type InferSelectModel, lt, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Db } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { counterValue } from "./counters.ts"
import { searchFilters } from "./search.ts"

interface Sort {
  readonly by: Column | SQL
  readonly type: "timestamptz" | "text" | "integer" | "uuid"
  readonly direction: "up" | "down"
}

export interface ListDefinition<Table extends PgTable, Key extends string> {
  readonly table: Table
  readonly id: Column
  readonly sorts: Readonly<Record<Key, Sort>>
  /** The searched text, through the SQL function `fold` (no case, accents or hyphens). */
  readonly search?: SQL
  /** The query of the ids that the search finds, if it looks in another table. */
  readonly foundBy?: (terms: SQL | undefined) => SQL
  readonly always?: SQL
  /** The counter of all rows; without one the query counts them. */
  readonly counter?: string
}

export interface ListQuery<Key extends string> {
  readonly sort: Key
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly filters?: readonly (SQL | undefined)[]
}

/** Keyset pagination: every page costs the same. @throws {Problem} `request.invalid` on the field `cursor` */
export async function paginate<Table extends PgTable, Key extends string>(
  db: Db,
  list: ListDefinition<Table, Key>,
  query: ListQuery<Key>,
): Promise<Page<InferSelectModel<Table>>> {
  const searchTerms = searchTermsOf(list, query.q)
  const filters = (query.filters ?? []).filter((filter) => filter)
  const found = searchTerms.length > 0 ? await collectPage(db, list, query, { searchTerms, filters }) : undefined
  const isSearchWithFilter = searchTerms.length > 0 && filters.length > 0
  const total = found
    ? Math.min(found.total, COUNT_LIMIT + 1)
    : await countRows(db, list, [...filters, ...searchTerms], isSearchWithFilter)
  const matches = await readRows(db, list, query, found ? [isOneOf(list.id, found.ids)] : [...filters, ...searchTerms])
  const rows = matches.slice(0, query.limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ row }) => row),
    next: last && matches.length > query.limit ? cursorOf(last) : null,
    total,
  }
}

function searchTermsOf<Table extends PgTable, Key extends string>(
  list: ListDefinition<Table, Key>,
  query: string | undefined,
): readonly SQL[] {
  const ids = foundIds(list, query)
  return ids ? [sql`${list.id} in (${ids})`] : searchFilters(list.search, query)
}

function foundIds<Table extends PgTable, Key extends string>(
  { search, foundBy }: ListDefinition<Table, Key>,
  query: string | undefined,
): SQL | undefined {
  const terms = searchFilters(search, query)
  return terms.length > 0 ? foundBy?.(and(...terms)) : undefined
}

const BATCH_ROWS = 1000

export async function* streamRows<Table extends PgTable, Key extends string>(
  db: Db,
  list: ListDefinition<Table, Key>,
  query: Omit<ListQuery<Key>, "limit" | "cursor">,
): AsyncGenerator<InferSelectModel<Table>> {
  const filters = [...(query.filters ?? []), ...searchTermsOf(list, query.q)]
  for (let cursor: string | undefined; ; ) {
    const matches = await readRows(db, list, { ...query, limit: BATCH_ROWS, cursor }, filters)
    const rows = matches.slice(0, BATCH_ROWS)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (!last || matches.length <= BATCH_ROWS) return
    cursor = cursorOf(last)
  }
}

/** More matches than expected here lie so densely that a scan in sort order soon has a page of them. */
const MAX_EXPECTED = 2500
const MAX_COLLECTED = 5000

interface Conditions {
  readonly searchTerms: readonly SQL[]
  readonly filters: readonly (SQL | undefined)[]
}

const DIRECTIONS = {
  up: { beyond: sql`>`, order: sql`asc` },
  down: { beyond: sql`<`, order: sql`desc` },
} as const

interface Found {
  readonly total: number
  readonly ids: readonly string[]
}

/** Collects the matches, then filters (`offset 0`) and sorts these. @returns undefined when they are too many */
async function collectPage<Table extends PgTable, Key extends string>(
  db: Db,
  list: ListDefinition<Table, Key>,
  query: ListQuery<Key>,
  conditions: Conditions,
): Promise<Found | undefined> {
  const { table, id, sorts, always } = list
  const { sort, limit, cursor, q } = query
  const { searchTerms, filters } = conditions
  const { by, type, direction } = sorts[sort]
  const { beyond, order } = DIRECTIONS[direction]
  const ids = foundIds(list, q)
  // As an array, the ids are looked up; otherwise the planner would read the whole table for some thousand of them.
  const terms = ids ? [sql`${id} = any(array(${ids}))`] : searchTerms
  const matches = sql`select * from ${table} where ${and(always, ...terms)}`
  const { rows: plans } = await db.execute<Explanation>(sql`explain (format json) ${ids ?? matches}`)
  const expected = plans[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0
  // A scan in sort order would look each row's matches up in the other table.
  if (expected > (ids ? MAX_COLLECTED : MAX_EXPECTED)) return undefined
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select ${id} as id, ${by} as key from (${matches} offset 0) ${table}
      where ${and(...filters) ?? sql`true`} limit ${MAX_COLLECTED + 1})
    select (select count(*)::int from found) as total, array(
      select id from found where ${cursor ? sql`(key, id) ${beyond} ${parseCursor(cursor, type)}` : sql`true`}
      order by key ${order}, id ${order} limit ${limit + 1})::text[] as ids`)
  const [found] = rows
  if (!found || found.total <= MAX_COLLECTED) return found
  return ids ? undefined : { total: found.total, ids: await firstInOrder(db, list, query, conditions) }
}

/** The planner, which expected few matches, would read all of them. `offset 0` leaves it only the scan in sort order. */
async function firstInOrder<Table extends PgTable, Key extends string>(
  db: Db,
  { table, id, sorts, always }: ListDefinition<Table, Key>,
  { sort, limit, cursor }: ListQuery<Key>,
  { searchTerms, filters }: Conditions,
): Promise<readonly string[]> {
  const { by, type, direction } = sorts[sort]
  const { beyond, order } = DIRECTIONS[direction]
  const position = cursor ? sql`(${by}, ${id}) ${beyond} ${parseCursor(cursor, type)}` : undefined
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array(select ${id} from (
      select * from ${table} where ${and(always, ...filters, position) ?? sql`true`}
      order by ${by} ${order}, ${id} ${order} offset 0) ${table}
    where ${and(...searchTerms)} limit ${limit + 1})::text[] as ids`)
  return rows[0]?.ids ?? []
}

/** A subquery makes the planner look the ids up, however many there are. */
function isOneOf(id: Column, ids: readonly string[]): SQL {
  return sql`${id} = any(array(select unnest(${sql.param([...ids])}::uuid[])))`
}

interface Explanation extends Record<string, unknown> {
  readonly "QUERY PLAN": readonly [{ readonly Plan: { readonly "Plan Rows": number } }]
}

interface KeyedRow<Row> {
  readonly row: Row
  readonly id: string
  readonly key: string
}

async function readRows<Table extends PgTable, Key extends string>(
  db: Db,
  { table, id, sorts, always }: ListDefinition<Table, Key>,
  { sort, limit, cursor }: Pick<ListQuery<Key>, "sort" | "limit" | "cursor">,
  filters: readonly (SQL | undefined)[],
): Promise<KeyedRow<InferSelectModel<Table>>[]> {
  const { by, type, direction } = sorts[sort]
  const [beyond, inOrder] = direction === "up" ? [gt, asc] : [lt, desc]
  const position = cursor && parseCursor(cursor, type)
  const matches = await db
    .select({ row: getColumns(table), id: sql<string>`${id}`, key: sql<string>`(${by})::text` })
    .from(table as PgTable)
    .where(and(always, ...filters, position ? beyond(sql`(${by}, ${id})`, position) : undefined))
    .orderBy(inOrder(by), inOrder(id))
    .limit(limit + 1)
  return matches as KeyedRow<InferSelectModel<Table>>[]
}

async function countRows<Table extends PgTable, Key extends string>(
  db: Db,
  { table, sorts, always, counter }: ListDefinition<Table, Key>,
  filters: readonly (SQL | undefined)[],
  inOrder: boolean,
): Promise<number> {
  if (counter && filters.length === 0) return counterValue(db, counter)
  const [sort] = Object.values<Sort>(sorts)
  const matches = db
    .select({ one: sql`1` })
    .from(table as PgTable)
    .where(and(always, ...filters))
    .limit(COUNT_LIMIT + 1)
  // The order makes the planner use the index of the filter and the sort, instead of combining two indexes completely.
  const limited = (
    inOrder && sort ? matches.orderBy(sort.direction === "up" ? asc(sort.by) : desc(sort.by)) : matches
  ).as("some")
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(limited)
  return row?.count ?? 0
}

export function cursorOf({ key, id }: { readonly key: string; readonly id: string }): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url")
}

/** @throws {Problem} `request.invalid` for an invalid cursor, which would be an error in the database */
export function parseCursor(cursor: string, type: Sort["type"]): SQL {
  try {
    const [key, id]: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString())
    if (typeof key !== "string" || typeof id !== "string" || !IS_VALID_KEY[type](key) || !UUID.test(id))
      throw new Error()
    return sql`(${key}::${sql.raw(type)}, ${id}::uuid)`
  } catch {
    throw new Problem("request.invalid", { fields: { cursor: "cursor.invalid" } })
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const TIME = /^-?infinity$|^(?!0000)\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/
const MAX_INTEGER = 2 ** 31 - 1

const IS_VALID_KEY: Readonly<Record<Sort["type"], (key: string) => boolean>> = {
  timestamptz: (key) => TIME.test(key) && (key.endsWith("infinity") || !Number.isNaN(Date.parse(`${key}:00`))),
  text: (key) => key.length <= 2000 && !key.includes("\0"),
  integer: (key) => /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= MAX_INTEGER,
  uuid: (key) => UUID.test(key),
}
