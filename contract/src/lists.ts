import * as z from "zod/mini"
import type { FieldError } from "./field-errors.ts"

export const LIST_ROWS = { default: 100, max: 500 } as const
export const QUERY_LENGTH = 100
/** The count of a search or filter stops here: more matches give this plus one. */
export const COUNT_LIMIT = 1000

/** The query of an admin list (D2), with filters of its own; the first sort is the default. Refuses unknown parameters. */
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

export type ListInput = z.input<ReturnType<typeof listQuery<Record<never, never>, string>>>

export function exportQuery<Filters extends Record<string, z.ZodMiniType>>(filters: Filters) {
  return z.strictObject({ ...filters, q: Search })
}

/** Over HTTP a page is a JSON array of `rows`; headers carry `next` and `total` (D2). */
export function page<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    rows: z.array(row),
    next: z.nullable(z.string()),
    /** All matches; at most `COUNT_LIMIT` + 1 with a search or a filter. */
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
  z.int("list_limit.invalid").check(z.minimum(1, "list_limit.invalid"), z.maximum(LIST_ROWS.max, "list_limit.invalid")),
)

export const SearchText = z.string("invalid").check(
  z.trim(),
  z.normalize("NFC"),
  z.maxLength(QUERY_LENGTH, "query.too_long"),
  z.refine((input) => input.isWellFormed() && !input.includes("\0"), "invalid"),
)

const Search = z.optional(SearchText)

export const BooleanInput = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])], "invalid"),
  z.transform((input) => input === true || input === "true"),
)

export const BooleanString = z.enum(["true", "false"])

/** A closed list in a reply: during an upgrade its readers get values of the next release, too. */
export function openEnum<const Value extends string>(_known: readonly Value[]): z.ZodMiniType<Value | (string & {})> {
  return z.string()
}
