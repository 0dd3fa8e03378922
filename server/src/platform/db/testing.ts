import { createHash, randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Client } from "pg"
import { inject } from "vitest"
import type { Database } from "./client.ts"
import { connect, disconnect, type Where } from "./connection.ts"
import { migrate, migrationsFolder } from "./migrate.ts"
import { dropDatabase } from "./testing-setup.ts"
import { openTestDb, type Sql } from "./testing-sql.ts"

/** An empty database with the product's tables, for one test file or one test. */
export interface FreshDatabase extends Omit<Database, "close"> {
  readonly sql: Sql
  /** For a second pool, or a process of its own. */
  readonly connection: Where
  /** Gives it back. The next test of the file may get it, emptied. */
  release(): Promise<void>
}

interface Copy {
  readonly connection: Where
  /** What its tables are. */
  readonly shape: string
  drop(): Promise<void>
}

/** Of this file's tests; whoever runs the tests drops them at the end. */
const released: Copy[] = []

/** A copy of a database that was migrated once, or one that a test before has done with: it takes a fraction of that. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const copy = released.pop()
  return (copy && (await emptied(copy))) ?? opened(await newCopy())
}

function opened(copy: Copy): FreshDatabase {
  const { connection } = copy
  const { close, ...database } = openTestDb(connection, { max: 5 })
  return {
    ...database,
    connection,
    async release() {
      await close()
      released.push(copy)
    },
  }
}

/** One whose tables a test has changed is not used again. */
async function emptied(copy: Copy): Promise<FreshDatabase | undefined> {
  const fresh = opened(copy)
  if ((await shapeOf(fresh.pool)) === copy.shape) {
    await fresh.pool.query(EMPTY)
    return fresh
  }
  await fresh.pool.end()
  return void (await copy.drop())
}

/** To delete a row is quicker than to truncate its table. Nobody's triggers count or refuse it. */
const EMPTY = `
  do $$ declare filled regclass; begin
    set local session_replication_role = replica;
    for filled in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('delete from %s', filled);
    end loop;
  end $$`

async function shapeOf(database: Pick<Database["pool"], "query">): Promise<string> {
  const { rows } = await database.query<{ shape: string }>(`
    select md5(string_agg(concat(relname, attname, atttypid, attisdropped), ',' order by attrelid, attnum)) as shape
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace in ('public'::regnamespace, to_regnamespace('drizzle'))`)
  return rows[0]?.shape ?? ""
}

async function newCopy(): Promise<Copy> {
  const { where, prefix } = inject("database")
  const name = prefix + randomBytes(6).toString("hex")
  const connection = databaseOn(where, name)
  await onServer(where, async (server) => {
    const template = await ensureTemplate(server, where, prefix)
    await server.query(`create database ${name} template ${template}`)
  })
  const shape = await onServer(connection, shapeOf)
  return { connection, shape, drop: () => onServer(where, (server) => dropDatabase(server, name)) }
}

/** The names are ours: they need no quotes. */
async function ensureTemplate(server: Client, where: Where, prefix: string): Promise<string> {
  const template = `${prefix}template_${migrationsHash()}`
  await server.query("select pg_advisory_lock(hashtext($1))", [template])
  const { rowCount } = await server.query("select from pg_database where datname = $1", [template])
  if (!rowCount) {
    const making = `${prefix}making_${randomBytes(6).toString("hex")}`
    await server.query(`create database ${making}`)
    await migrate(databaseOn(where, making))
    await server.query(`alter database ${making} rename to ${template}`)
  }
  await server.query("select pg_advisory_unlock_all()")
  return template
}

function migrationsHash(): string {
  const hash = createHash("sha256")
  for (const file of readdirSync(migrationsFolder, { recursive: true, encoding: "utf8" }).sort()) {
    if (file.endsWith(".sql")) hash.update(file).update(readFileSync(join(migrationsFolder, file)))
  }
  return hash.digest("hex").slice(0, 12)
}

function databaseOn(where: Where, name: string): Where {
  if (typeof where !== "string") return { address: { ...where.address, database: name } }
  const url = new URL(where)
  url.pathname = `/${name}`
  return url.href
}

async function onServer<T>(where: Where, work: (server: Client) => Promise<T>): Promise<T> {
  const server = await connect(where)
  try {
    return await work(server)
  } finally {
    await disconnect(server)
  }
}
