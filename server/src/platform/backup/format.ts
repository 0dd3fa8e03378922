/** The lines of a script that its reader must understand; all others are SQL. */
export const COMMENT = "-- "
export const MIGRATION = "-- migration: "
export const ROWS = "-- rows: "
export const COMMIT = "commit;"

export const SECRET = "secret: "

export type RowCounts = Record<string, number>

export function totalOf(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
