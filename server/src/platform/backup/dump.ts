import type { Client } from "pg"
import { to as copyTo } from "pg-copy-streams"
import { disconnect, type Where } from "#platform/db/connection.ts"
import { connectWithoutLimits } from "./connect.ts"
import { COMMENT, COMMIT, MIGRATION, ROWS, type RowCounts } from "./format.ts"
import { type CopiedTable, tablesInOrder } from "./tables.ts"

/** A script with other settings would not be read back as it was. */
const TEXT_FORMAT = { client_encoding: "UTF8", DateStyle: "ISO", IntervalStyle: "postgres", extra_float_digits: 3 }

/**
 * All rows at one moment as an SQL script, which `psql` reads, too, where the database has the named migrations.
 * @throws DatabaseUnusableError
 */
export async function* dump(where: Where, header: readonly string[]): AsyncGenerator<string | Buffer> {
  const client = await connectWithoutLimits(where, TEXT_FORMAT)
  try {
    await client.query("begin isolation level repeatable read read only")
    yield* script(client, header)
    await client.query("commit")
  } finally {
    await disconnect(client)
  }
}

async function* script(client: Client, header: readonly string[]): AsyncGenerator<string | Buffer> {
  const tables = await tablesInOrder(client)
  yield lines(...header.map((line) => COMMENT + line))
  for (const name of await migrationsOf(client)) yield lines(MIGRATION + name)
  for (const [name, value] of Object.entries(TEXT_FORMAT)) yield lines(`set ${name} = '${value}';`)
  yield lines("begin;", ...tables.map(({ name }) => `alter table ${name} disable trigger user;`))
  yield lines(`truncate ${tables.map(({ name }) => name).join(", ")};`)
  const counts: RowCounts = {}
  for (const table of tables) {
    const copy = client.query(copyTo(`copy ${source(table)} to stdout`))
    yield lines(`copy ${source(table)} from stdin;`)
    yield* copy as AsyncIterable<Buffer>
    yield lines("\\.")
    counts[table.name] = copy.rowCount
  }
  yield lines(...tables.map(({ name }) => `alter table ${name} enable trigger user;`))
  yield lines(ROWS + JSON.stringify(counts), COMMIT)
}

const source = ({ name, columns }: CopiedTable) => `${name} (${columns.join(", ")})`

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("")

async function migrationsOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>("select name from drizzle.__drizzle_migrations order by name")
  return rows.map(({ name }) => name)
}
