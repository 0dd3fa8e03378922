import { getColumnTable, getTableName, type SQL, sql } from "drizzle-orm"
import { check, type ExtraConfigColumn, timestamp, uuid } from "drizzle-orm/pg-core"
import { v5, v7, validate } from "uuid"

/** The primary key: a UUIDv7 (D2), created by the server, so that an id is known before its row is stored. */
export function id<Id extends string = string>() {
  return uuid().primaryKey().$defaultFn(createId).$type<Id>()
}

export function createId(): string {
  return v7()
}

export function isId(text: string): boolean {
  return validate(text)
}

export function namedId(name: string, rowId: string): string {
  return v5(name, rowId)
}

/** To the millisecond, like a Date: with microseconds, keyset pagination would skip rows of a millisecond. */
export function instant() {
  return timestamp({ withTimezone: true, precision: 3 })
}

export function createdAt() {
  return instant().notNull().defaultNow()
}

export function updatedAt() {
  return instant()
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`)
}

export function lengthBetween(column: ExtraConfigColumn, min: number, max: number) {
  return check(
    constraintName(column, "length"),
    sql`char_length(${column}) between ${rawNumber(min)} and ${rawNumber(max)}`,
  )
}

export function maxLength(column: ExtraConfigColumn, max: number) {
  return check(constraintName(column, "length"), sql`char_length(${column}) <= ${rawNumber(max)}`)
}

export function notEmpty(column: ExtraConfigColumn) {
  return check(constraintName(column, "required"), sql`char_length(${column}) > 0`)
}

export function oneOf(column: ExtraConfigColumn, allowed: readonly (string | number)[]) {
  return check(constraintName(column, "known"), sql`${column} in (${literals(allowed)})`)
}

export function nonEmptySubsetOf(column: ExtraConfigColumn, allowed: readonly string[]) {
  return check(constraintName(column, "known"), sql`${column} <> '{}' and ${column} <@ array[${literals(allowed)}]`)
}

export function subsetOf(column: ExtraConfigColumn, allowed: readonly string[]) {
  return check(constraintName(column, "known"), sql`${column} <@ array[${literals(allowed)}]`)
}

export function valueBetween(column: ExtraConfigColumn, min: number, max: number) {
  return check(constraintName(column, "range"), sql`${column} between ${rawNumber(min)} and ${rawNumber(max)}`)
}

export function minValue(column: ExtraConfigColumn, min: number) {
  return check(constraintName(column, "range"), sql`${column} >= ${rawNumber(min)}`)
}

/** `<table>_<column>_address`: an HTTP address; a `javascript:` link would run in a reader's browser. */
export function webAddress(column: ExtraConfigColumn) {
  return check(constraintName(column, "address"), sql`${column} ~* '^https?://[^[:space:]]+$'`)
}

/** `<table>_<column>_address`: an `https:` address, or the path of a file on this server (D9). */
export function fileAddress(column: ExtraConfigColumn) {
  return check(constraintName(column, "address"), sql`${column} ~* '^(https:/)?/[^/\\\\[:space:]][^[:space:]]*$'`)
}

/** `<table>_<column>_hashed`: a SHA-256 in lower-case hex, so that no plain secret is stored by mistake. */
export function hashed(column: ExtraConfigColumn) {
  return check(constraintName(column, "hashed"), sql`${column} ~ '^[0-9a-f]{64}$'`)
}

export function bothOrNeither(column: ExtraConfigColumn, other: ExtraConfigColumn) {
  return check(constraintName(column, `with_${other.name}`), sql`(${column} is null) = (${other} is null)`)
}

function constraintName(column: ExtraConfigColumn, what: string): string {
  return `${getTableName(getColumnTable(column))}_${column.name}_${what}`
}

// The definition of a constraint cannot have parameters.
function rawNumber(value: number): SQL {
  return sql.raw(String(value))
}

function literals(values: readonly (string | number)[]): SQL {
  return sql.raw(
    values.map((value) => (typeof value === "number" ? value : `'${value.replaceAll("'", "''")}'`)).join(", "),
  )
}
