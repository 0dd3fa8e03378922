import { globSync } from "node:fs"
import { join } from "node:path"
import { type DrizzleQueryError, getTableName, is, TransactionRollbackError } from "drizzle-orm"
import { PgTable } from "drizzle-orm/pg-core"
import type { DatabaseError } from "pg"
import type { Db } from "./client.ts"

type Row = Readonly<Record<string, unknown>>

/** Everything that table files export; `pattern` is a glob in `folder`. */
export async function tableFiles(folder: string, pattern: string): Promise<Record<string, unknown>> {
  const files = globSync(pattern, { cwd: folder })
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(join(folder, file))))))
}

/** The names of the tables of every feature. */
export async function featureTables(source: string): Promise<string[]> {
  const found = Object.values(await tableFiles(source, "features/*/table.ts"))
  return found.filter((one) => is(one, PgTable)).map((table) => getTableName(table))
}

/** Stores rows, one after the other, and takes them back: the last one as it was stored, or who refused. */
export async function attempt(db: Db, table: PgTable, ...rows: readonly Row[]): Promise<object | string> {
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
    return refusal(error)
  }
}

/** The name of the constraint that refused a query, or the SQLSTATE where none has a name. */
export function refusal(error: unknown): string {
  const { constraint, code } = (error as DrizzleQueryError).cause as DatabaseError
  return constraint ?? code ?? ""
}

/** Values next to a limit: those outside, and those inside. */
export type Beside = readonly [refused: readonly unknown[], taken: readonly unknown[]]

/** In characters; a letter of two bytes shows a limit that counts bytes. */
export function length(least: number, most: number): Beside {
  const text = (characters: number) => "é".repeat(characters)
  return [[least - 1, most + 1].filter((characters) => characters >= 0).map(text), [least, most].map(text)]
}

export function required(): Beside {
  return [[""], ["é"]]
}

export function words(...known: string[]): Beside {
  const unknown = known.map((word) => `${word} `)
  return [["", "other", ...unknown], known]
}

export function range(least: number, most?: number): Beside {
  return most === undefined
    ? [[least - 1], [least]]
    : [
        [least - 1, most + 1],
        [least, most],
      ]
}

/** The address of a file: `https:` or our own. */
export function file(): Beside {
  const elsewhere = ["http://a.ht/b.png", "//a.ht/b.png", "/\\a.ht/b.png", "https://", "/a b.png", "", "b.png"]
  return [
    ["javascript:alert(1)", "data:image/png;base64,AA", ...elsewhere],
    ["https://a.ht/b.png", "/files/b.webp"],
  ]
}

/** The address of a page elsewhere. */
export function page(): Beside {
  return [
    ["javascript:alert(1)", "a.ht", "/a", "https://", "https://a b", ""],
    ["http://a.ht", "HTTPS://a.ht/b?c#d"],
  ]
}

export function sha256(): Beside {
  const hash = "0123456789abcdef".repeat(4)
  return [["", "secret", hash.slice(1), `${hash}0`, hash.toUpperCase()], [hash]]
}
