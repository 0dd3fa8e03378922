import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { Client } from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { disconnect, type Where } from "#platform/db/connection.ts"
import { migrate, migrationsFolder } from "#platform/db/migrate.ts"
import { connectWithoutLimits } from "./connect.ts"
import { COMMENT, COMMIT, MIGRATION, ROWS, type RowCounts, SECRET } from "./format.ts"
import { createLineReader, type LineReader } from "./lines.ts"
import { BackupUnusableError } from "./unusable.ts"

/** Nothing else is run: age does not say who wrote a backup, and SQL of the owner of the database can run programs. */
const NAME = String.raw`public\.(?:\w+|"\w+")`
const COPY = new RegExp(String.raw`^copy ${NAME} \([\w", ]+\) from stdin;$`)
const STATEMENT = new RegExp(
  String.raw`^(?:begin;|set \w+ = '\w+';|alter table ${NAME} (?:dis|en)able trigger user;|truncate ${NAME}(?:, ${NAME})*;)$`,
)
const TABLE = new RegExp(`^${NAME}$`)

interface Loaded {
  readonly rows: RowCounts
  readonly secret: string | undefined
}

/**
 * Fills an empty database, with all rows or none, and applies the migrations that came later.
 * @throws BackupUnusableError when the script is incomplete or of a newer release, or the database has tables
 */
export async function load(where: Where, script: AsyncIterable<Buffer>): Promise<Loaded> {
  const reader = createLineReader(script)
  const client = await connectWithoutLimits(where)
  try {
    await requireEmpty(client)
    const { migrations, secret, next } = await readHeader(reader)
    try {
      await migrateTo(where, migrations)
      const rows = await run(client, reader, next)
      await migrate(where)
      return { rows, secret }
    } catch (error) {
      await client.query("rollback; drop schema if exists drizzle, public cascade; create schema public")
      throw error
    }
  } finally {
    await reader.close()
    await disconnect(client)
  }
}

async function requireEmpty(client: Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_tables where schemaname in ('public', 'drizzle') limit 1")
  if (rowCount) throw new BackupUnusableError("The database has tables. A backup is restored into an empty one.")
}

async function readHeader(reader: LineReader) {
  const migrations: string[] = []
  let secret: string | undefined
  for (;;) {
    const next = (await reader.next())?.toString()
    if (!next?.startsWith(COMMENT)) return { migrations, secret, next }
    if (next.startsWith(MIGRATION)) migrations.push(next.slice(MIGRATION.length))
    if (next.startsWith(COMMENT + SECRET)) secret = next.slice((COMMENT + SECRET).length)
  }
}

async function migrateTo(where: Where, migrations: readonly string[]): Promise<void> {
  if (migrations.length === 0) throw new BackupUnusableError("This is no backup of this product.")
  if (!migrations.every((name) => existsSync(join(migrationsFolder, name)))) {
    throw new BackupUnusableError("The backup is of a newer release: restore it with that one, or a later one.")
  }
  const folder = mkdtempSync(join(tmpdir(), "migrations-"))
  try {
    for (const name of migrations) cpSync(join(migrationsFolder, name), join(folder, name), { recursive: true })
    await migrate(where, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function run(client: Client, reader: LineReader, first: string | undefined): Promise<RowCounts> {
  let counts: RowCounts = {}
  for (let line = first; line !== undefined; line = (await reader.next())?.toString()) {
    if (line === COMMIT) {
      // Only its last bytes say that an archive is whole.
      if ((await reader.next()) !== undefined) throw new BackupUnusableError("The backup goes on after its end.")
      await requireRows(client, counts)
      await client.query(COMMIT)
      return counts
    }
    if (line.startsWith(ROWS)) counts = JSON.parse(line.slice(ROWS.length))
    else if (COPY.test(line)) await pipeline(reader.untilEndOfCopy(), client.query(copyFrom(line)))
    else if (STATEMENT.test(line)) await client.query(line)
    else if (!line.startsWith(COMMENT)) throw new BackupUnusableError("The backup has a statement of another program.")
  }
  throw new BackupUnusableError("The backup is incomplete.")
}

async function requireRows(client: Client, counts: RowCounts): Promise<void> {
  for (const [table, expected] of Object.entries(counts)) {
    if (!TABLE.test(table)) throw new BackupUnusableError("The backup counts what is no table.")
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
    if (rows[0]?.count !== expected)
      throw new BackupUnusableError(`${table} has ${rows[0]?.count} rows instead of ${expected}.`)
  }
}
