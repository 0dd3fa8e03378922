import { getColumnTable, getTableName, type SQL, sql } from "drizzle-orm"
import { check, type ExtraConfigColumn, timestamp, uuid } from "drizzle-orm/pg-core"
import { v5, v7 } from "uuid"

/** The name of a row: a UUIDv7 (D2), made here, so that a row's name is known before the row is stored. */
export function id<Id extends string = string>() {
  return uuid().primaryKey().$defaultFn(freshId).$type<Id>()
}

export function freshId(): string {
  return v7()
}

/** The same for the same name, among the names of one row. */
export function namedId(name: string, rowId: string): string {
  return v5(name, rowId)
}

/**
 * A point in time, to the millisecond: a Date carries no more, and a list that is read on "after this row" would
 * otherwise lose the rows of that millisecond.
 */
export function instant() {
  return timestamp({ withTimezone: true, precision: 3 })
}

export function createdAt() {
  return instant().notNull().defaultNow()
}

/** Stamped by the database at every update that does not say otherwise. */
export function updatedAt() {
  return instant()
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`)
}

/** `<table>_<column>_length`: in characters, both ends included. */
export function fits(column: ExtraConfigColumn, least: number, most: number) {
  return check(nameOf(column, "length"), sql`char_length(${column}) between ${number(least)} and ${number(most)}`)
}

/** `<table>_<column>_length`: in characters, the empty text included. */
export function atMost(column: ExtraConfigColumn, most: number) {
  return check(nameOf(column, "length"), sql`char_length(${column}) <= ${number(most)}`)
}

/** `<table>_<column>_required`: not the empty text. */
export function filled(column: ExtraConfigColumn) {
  return check(nameOf(column, "required"), sql`char_length(${column}) > 0`)
}

/** `<table>_<column>_known`: one of a closed list. */
export function oneOf(column: ExtraConfigColumn, known: readonly (string | number)[]) {
  return check(nameOf(column, "known"), sql`${column} in (${literals(known)})`)
}

/** `<table>_<column>_known`: at least one of a closed list, and nothing else. */
export function someOf(column: ExtraConfigColumn, known: readonly string[]) {
  return check(nameOf(column, "known"), sql`${column} <> '{}' and ${column} <@ array[${literals(known)}]`)
}

/** `<table>_<column>_known`: any of a closed list, or none, and nothing else. */
export function onlyOf(column: ExtraConfigColumn, known: readonly string[]) {
  return check(nameOf(column, "known"), sql`${column} <@ array[${literals(known)}]`)
}

/** `<table>_<column>_range`: both ends included. */
export function between(column: ExtraConfigColumn, least: number, most: number) {
  return check(nameOf(column, "range"), sql`${column} between ${number(least)} and ${number(most)}`)
}

/** `<table>_<column>_range`. */
export function atLeast(column: ExtraConfigColumn, least: number) {
  return check(nameOf(column, "range"), sql`${column} >= ${number(least)}`)
}

/** `<table>_<column>_address`: a page elsewhere. A `javascript:` address in a link would run in a reader's browser. */
export function webAddress(column: ExtraConfigColumn) {
  return check(nameOf(column, "address"), sql`${column} ~* '^https?://[^[:space:]]+$'`)
}

/** `<table>_<column>_address`: `https:`, or the path of a file of our own (D9). */
export function fileAddress(column: ExtraConfigColumn) {
  return check(nameOf(column, "address"), sql`${column} ~* '^(https:/)?/[^/\\\\[:space:]][^[:space:]]*$'`)
}

/** `<table>_<column>_hashed`: a SHA-256 in lower-case hex. What opens a door is not stored by mistake. */
export function hashed(column: ExtraConfigColumn) {
  return check(nameOf(column, "hashed"), sql`${column} ~ '^[0-9a-f]{64}$'`)
}

function nameOf(column: ExtraConfigColumn, what: string): string {
  return `${getTableName(getColumnTable(column))}_${column.name}_${what}`
}

// A constraint's text is kept by the database: it has no place for parameters.
function number(value: number): SQL {
  return sql.raw(String(value))
}

function literals(values: readonly (string | number)[]): SQL {
  return sql.raw(
    values.map((value) => (typeof value === "number" ? value : `'${value.replaceAll("'", "''")}'`)).join(", "),
  )
}
