import * as z from "zod/mini"
import type { FieldError } from "./field-errors.ts"

/** D2: how many rows a list of the office gives when it is not told, and at most. */
export const LIST_ROWS = { default: 100, max: 500 } as const
export const QUERY_LENGTH = 100
/** So many matches of a search are counted; where there are more, the total is this and one. */
export const MOST_COUNTED = 1000

/**
 * What a list of the office may be asked (D2): a page of it, what to look for, in which order (the first is the usual
 * one), and filters of its own. An unknown word is refused.
 */
export function listQuery<Filters extends Record<string, z.ZodMiniType>, const Sort extends string>(
  filters: Filters,
  sorts: readonly [Sort, ...Sort[]],
) {
  return z.strictObject({
    ...filters,
    limit: z._default(Limit, LIST_ROWS.default),
    cursor: z.optional(z.string("cursor.invalid").check(z.regex(/^[\w-]{1,500}$/, "cursor.invalid"))),
    q: Search,
    sort: z._default(z.enum(sorts, "sort.unknown"), sorts[0]),
  })
}

/** The same without pages: a whole list, as a table for a spreadsheet. */
export function exportQuery<Filters extends Record<string, z.ZodMiniType>>(filters: Filters) {
  return z.strictObject({ ...filters, q: Search })
}

/** On the wire a list is a JSON array; where the next page is, and how many rows there are, say its headers (D2). */
export function page<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    rows: z.array(row),
    /** Asks for the next page; nothing on the last one. */
    next: z.nullable(z.string()),
    /** Of everything the question matches; past `MOST_COUNTED` matches of a search or a filter it is one more. */
    total: z.int(),
  })
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly total: number
}

const Limit = z.pipe(
  z.pipe(
    z.string("list_limit.invalid" satisfies FieldError).check(z.regex(/^\d{1,3}$/, "list_limit.invalid")),
    z.transform(Number),
  ),
  z
    .int("list_limit.invalid")
    .check(z.minimum(1, "list_limit.invalid"), z.maximum(LIST_ROWS.max, "list_limit.invalid")),
)

const Search = z.optional(
  z.string("invalid").check(
    z.trim(),
    z.normalize("NFC"),
    z.maxLength(QUERY_LENGTH, "query.too_long"),
    z.refine((text) => text.isWellFormed() && !text.includes("\0"), "invalid"),
  ),
)

/** D2: a truth in a query or a payload is the text `'true'` or `'false'`; in a payload also a real one. */
export const BooleanInput = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])], "invalid"),
  z.transform((said) => said === true || said === "true"),
)

/** A truth as replies say it (D2). */
export const BooleanString = z.enum(["true", "false"])
