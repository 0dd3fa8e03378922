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
  const searchTerms = searchFilters(list.search, query.q)
  const filters = [...(query.filters ?? []), ...searchTerms].filter((filter) => filter)
  const total = await countRows(db, list, filters)
  // Few matches are collected first and then sorted: scanning in sort order until they come could read the whole table.
  const isFew = searchTerms.length > 0 && total <= COUNT_LIMIT
  const matches = await readRows(db, list, query, isFew ? [hasMatchingId(list, filters)] : filters)
  const rows = matches.slice(0, query.limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ row }) => row),
    next: last && matches.length > query.limit ? cursorOf(last) : null,
    total,
  }
}

const BATCH_ROWS = 1000

export async function* streamRows<Table extends PgTable, Key extends string>(
  db: Db,
  list: ListDefinition<Table, Key>,
  query: Omit<ListQuery<Key>, "limit" | "cursor">,
): AsyncGenerator<InferSelectModel<Table>> {
  const filters = [...(query.filters ?? []), ...searchFilters(list.search, query.q)]
  for (let cursor: string | undefined; ; ) {
    const matches = await readRows(db, list, { ...query, limit: BATCH_ROWS, cursor }, filters)
    const rows = matches.slice(0, BATCH_ROWS)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (!last || matches.length <= BATCH_ROWS) return
    cursor = cursorOf(last)
  }
}

function hasMatchingId<Table extends PgTable, Key extends string>(
  { table, id, always }: ListDefinition<Table, Key>,
  filters: readonly (SQL | undefined)[],
): SQL {
  return sql`${id} = any(array(select ${id} from ${table} where ${and(always, ...filters)}))`
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
  { table, always, counter }: ListDefinition<Table, Key>,
  filters: readonly (SQL | undefined)[],
): Promise<number> {
  if (counter && filters.length === 0) return counterValue(db, counter)
  const limited = db
    .select({ one: sql`1` })
    .from(table as PgTable)
    .where(and(always, ...filters))
    .limit(COUNT_LIMIT + 1)
    .as("some")
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
