import { MOST_COUNTED, type Page } from "@haitech/contract/lists"
import { and, asc, type Column, desc, getColumns, gt, type InferSelectModel, lt, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Db } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { counterValue } from "./counters.ts"
import { searches } from "./search.ts"

/** In which order a list can be read; an index on `by` and the id carries it. `by` is never null. */
interface Sort {
  readonly by: Column | SQL
  readonly type: "timestamptz" | "text" | "integer" | "uuid"
  readonly direction: "up" | "down"
}

/** A table as the office reads it. */
export interface ListDefinition<Table extends PgTable, Key extends string> {
  readonly table: Table
  readonly id: Column
  readonly sorts: Readonly<Record<Key, Sort>>
  /** The text that is searched, folded. */
  readonly search?: SQL
  /** What of the table is never listed. */
  readonly always?: SQL
  /** The tally of all rows; without it they are counted. */
  readonly counter?: string
}

/** What a page is asked for. A filter that is not set is undefined. */
export interface ListQuery<Key extends string> {
  readonly sort: Key
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly filters?: readonly (SQL | undefined)[]
}

/**
 * A page of a list, that costs the same wherever it is: it goes on after the last row of the one before.
 * @throws {Problem} `request.invalid` on the field `cursor`
 */
export async function paginate<Table extends PgTable, Key extends string>(
  db: Db,
  list: ListDefinition<Table, Key>,
  query: ListQuery<Key>,
): Promise<Page<InferSelectModel<Table>>> {
  const sought = searches(list.search, query.q)
  const narrowed = [...(query.filters ?? []), ...sought].filter((filter) => filter)
  const total = await totalOf(db, list, narrowed)
  // Few matches are gathered and then put in order: to walk along the order until they come may take the whole table.
  const isFew = sought.length > 0 && total <= MOST_COUNTED
  const found = await rowsAfter(db, list, query, isFew ? [anyOf(list, narrowed)] : narrowed)
  const rows = found.slice(0, query.limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ row }) => row),
    next: last && found.length > query.limit ? cursorOf(last) : null,
    total,
  }
}

const ROWS_AT_ONCE = 1000

/** Every row that a question matches, in its order, however many there are. */
export async function* streamRows<Table extends PgTable, Key extends string>(
  db: Db,
  list: ListDefinition<Table, Key>,
  query: Omit<ListQuery<Key>, "limit" | "cursor">,
): AsyncGenerator<InferSelectModel<Table>> {
  const narrowed = [...(query.filters ?? []), ...searches(list.search, query.q)]
  for (let cursor: string | undefined; ; ) {
    const found = await rowsAfter(db, list, { ...query, limit: ROWS_AT_ONCE, cursor }, narrowed)
    const rows = found.slice(0, ROWS_AT_ONCE)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (!last || found.length <= ROWS_AT_ONCE) return
    cursor = cursorOf(last)
  }
}

function anyOf<Table extends PgTable, Key extends string>(
  { table, id, always }: ListDefinition<Table, Key>,
  narrowed: readonly (SQL | undefined)[],
): SQL {
  return sql`${id} = any(array(select ${id} from ${table} where ${and(always, ...narrowed)}))`
}

interface Found<Row> {
  readonly row: Row
  readonly id: string
  readonly key: string
}

/** One more than a page holds, if there is one. */
async function rowsAfter<Table extends PgTable, Key extends string>(
  db: Db,
  { table, id, sorts, always }: ListDefinition<Table, Key>,
  { sort, limit, cursor }: Pick<ListQuery<Key>, "sort" | "limit" | "cursor">,
  narrowed: readonly (SQL | undefined)[],
): Promise<Found<InferSelectModel<Table>>[]> {
  const { by, type, direction } = sorts[sort]
  const [beyond, inOrder] = direction === "up" ? [gt, asc] : [lt, desc]
  const place = cursor && placeOf(cursor, type)
  const found = await db
    .select({ row: getColumns(table), id: sql<string>`${id}`, key: sql<string>`(${by})::text` })
    .from(table as PgTable)
    .where(and(always, ...narrowed, place ? beyond(sql`(${by}, ${id})`, place) : undefined))
    .orderBy(inOrder(by), inOrder(id))
    .limit(limit + 1)
  return found as Found<InferSelectModel<Table>>[]
}

async function totalOf<Table extends PgTable, Key extends string>(
  db: Db,
  { table, always, counter }: ListDefinition<Table, Key>,
  narrowed: readonly (SQL | undefined)[],
): Promise<number> {
  if (counter && narrowed.length === 0) return counterValue(db, counter)
  const some = db
    .select({ one: sql`1` })
    .from(table as PgTable)
    .where(and(always, ...narrowed))
    .limit(MOST_COUNTED + 1)
    .as("some")
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

function cursorOf({ key, id }: Found<unknown>): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url")
}

/** @throws {Problem} when it is no cursor of ours; the database would stumble over it. */
function placeOf(cursor: string, type: Sort["type"]): SQL {
  try {
    const [key, id]: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString())
    if (typeof key !== "string" || typeof id !== "string" || !READS[type](key) || !UUID.test(id)) throw new Error()
    return sql`(${key}::${sql.raw(type)}, ${id}::uuid)`
  } catch {
    throw new Problem("request.invalid", { fields: { cursor: "cursor.invalid" } })
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const TIME = /^-?infinity$|^(?!0000)\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/
const MOST_INTEGER = 2 ** 31 - 1

/** Does the database read this as a key of the type? */
const READS: Readonly<Record<Sort["type"], (key: string) => boolean>> = {
  timestamptz: (key) => TIME.test(key) && (key.endsWith("infinity") || !Number.isNaN(Date.parse(`${key}:00`))),
  text: (key) => key.length <= 2000 && !key.includes("\0"),
  integer: (key) => /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= MOST_INTEGER,
  uuid: (key) => UUID.test(key),
}
