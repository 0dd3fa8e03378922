import { globSync } from "node:fs"
import { join } from "node:path"
import { type DrizzleQueryError, getTableName, is, TransactionRollbackError } from "drizzle-orm"
import { PgTable } from "drizzle-orm/pg-core"
import type { DatabaseError } from "pg"
import type { Db } from "./client.ts"

type Row = Readonly<Record<string, unknown>>

export async function tableFiles(folder: string, pattern: string): Promise<Record<string, unknown>> {
  const files = globSync(pattern, { cwd: folder })
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(join(folder, file))))))
}

export async function featureTables(source: string): Promise<string[]> {
  const tables = Object.values(await tableFiles(source, "features/*/{table,table/*}.ts"))
  return tables.filter((value) => is(value, PgTable)).map((table) => getTableName(table))
}

/** Inserts rows in order and rolls back. Returns the last row as stored, or the violated constraint. */
export async function tryInsert(db: Db, table: PgTable, ...rows: readonly Row[]): Promise<object | string> {
  let stored: object | undefined
  try {
    return await db.transaction(async (tx) => {
      for (const row of rows)
        stored =
          (
            await tx
              .insert(table)
              .values(row as never)
              .returning()
          )[0] ?? {}
      return tx.rollback()
    })
  } catch (error) {
    if (error instanceof TransactionRollbackError) return stored ?? "nothing"
    return violationOf(error)
  }
}

/** The name of the violated constraint, or the SQLSTATE of an error without one. */
export function violationOf(error: unknown): string {
  const { constraint, code } = (error as DrizzleQueryError).cause as DatabaseError
  return constraint ?? code ?? ""
}

/** Values next to the limits of a constraint: outside and inside. */
export type BoundaryValues = readonly [refused: readonly unknown[], accepted: readonly unknown[]]

/** Lengths in characters, of a two-byte character, so that a limit in bytes fails. */
export function length(min: number, max: number): BoundaryValues {
  const text = (characters: number) => "é".repeat(characters)
  return [[min - 1, max + 1].filter((characters) => characters >= 0).map(text), [min, max].map(text)]
}

export function required(): BoundaryValues {
  return [[""], ["é"]]
}

export function words(...allowed: string[]): BoundaryValues {
  const unknown = allowed.map((word) => `${word} `)
  return [["", "other", ...unknown], allowed]
}

export function range(min: number, max?: number): BoundaryValues {
  return max === undefined
    ? [[min - 1], [min]]
    : [
        [min - 1, max + 1],
        [min, max],
      ]
}

export function file(): BoundaryValues {
  const elsewhere = ["http://a.ht/b.png", "//a.ht/b.png", "/\\a.ht/b.png", "https://", "/a b.png", "", "b.png"]
  return [
    ["javascript:alert(1)", "data:image/png;base64,AA", ...elsewhere],
    ["https://a.ht/b.png", "/files/b.webp"],
  ]
}

export function page(): BoundaryValues {
  return [
    ["javascript:alert(1)", "a.ht", "/a", "https://", "https://a b", ""],
    ["http://a.ht", "HTTPS://a.ht/b?c#d"],
  ]
}

export function sha256(): BoundaryValues {
  const hash = "0123456789abcdef".repeat(4)
  return [["", "secret", hash.slice(1), `${hash}0`, hash.toUpperCase()], [hash]]
}
