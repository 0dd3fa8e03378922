import { createHash, randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Client, QueryConfig } from "pg"
import { inject } from "vitest"
import type { Database, PoolOptions } from "./client.ts"
import { connect, disconnect, type Where } from "./connection.ts"
import { migrate, migrationsFolder } from "./migrate.ts"
import { TestConnections } from "./testing-connections.ts"
import { dropDatabase } from "./testing-setup.ts"
import { openTestDb, type Sql } from "./testing-sql.ts"

/** An empty database with the product's tables, for one test file or one test. */
export interface FreshDatabase extends Omit<Database, "close"> {
  readonly sql: Sql
  readonly connection: Where
  /** Releases the database; the next test of the file may get it, emptied. */
  release(): Promise<void>
}

export async function emptyDatabase(): Promise<{ readonly connection: Where; drop(): Promise<void> }> {
  const { where, prefix } = inject("database")
  const name = prefix + randomBytes(6).toString("hex")
  await onServer(where, (server) => server.query(`create database ${name}`))
  const connection = databaseOn(where, name)
  return { connection, drop: () => dropCopy(connection) }
}

interface Copy {
  readonly connection: Where
  readonly schema: string
  /** Stays open for the next test: the first queries of a connection take many times as long as the next ones. */
  readonly cleaner: Client
  readonly emptying: QueryConfig
  readonly connections: TestConnections
}

const released: Copy[] = []

/** Returns a released database, emptied, or a copy of the migrated template; both are much faster than migrating. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const copy = released.pop()
  return open(copy && (await isEmptied(copy)) ? copy : await newCopy())
}

function open(copy: Copy): FreshDatabase {
  const { connection, connections } = copy
  // On a busy machine many requests at once wait longer than the 5 s after which the product refuses them.
  const { close, ...database } = openTestDb(connection, {
    max: 5,
    waitMs: 60_000,
    ...(pooledOn(connection) ?? { reuse: connections.reuse }),
  })
  return {
    ...database,
    connection,
    async release() {
      // Otherwise two tests would get it at once.
      if (released.includes(copy)) throw new Error("the database was released before")
      await connections.keepFrom(close)
      released.push(copy)
    },
  }
}

/** Empties a released database; drops it instead if a test has changed its tables or settings, or its connections. */
async function isEmptied({ connection, schema, cleaner, emptying, connections }: Copy): Promise<boolean> {
  const isUnchanged = await readSchema(cleaner).then(
    (found) => found === schema,
    () => false,
  )
  if (isUnchanged) {
    await cleaner.query(emptying)
    return true
  }
  await Promise.all([cleaner.end(), connections.end()])
  await dropCopy(connection)
  return false
}

/** Deletes all rows, which are few, faster than truncating the tables; without triggers. */
async function emptyingOf(cleaner: Client): Promise<QueryConfig> {
  await cleaner.query("set session_replication_role = replica")
  const { rows } = await cleaner.query<{ deletion: string }>(`
    select format('%I as (delete from public.%1$I)', relname) as deletion from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  return { name: "emptying", text: `with ${rows.map(({ deletion }) => deletion).join(", ")} select` }
}

/** Every change of a column or a constraint writes or removes a row of its catalog. */
async function readSchema(database: Client): Promise<string> {
  const text = `
    with origin as (select age(datfrozenxid) from pg_database where datname = current_database())
    select concat_ws(' ',
      (select string_agg(relname, ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
      (select concat(count(*), ' ', min(age(xmin)) - (table origin)) from pg_attribute),
      (select concat(count(*), ' ', min(age(xmin)) - (table origin)) from pg_constraint),
      (select string_agg(setconfig::text, ',' order by setrole)
        from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
        where datname = current_database())
    ) as schema`
  const { rows } = await database.query<{ schema: string }>({ name: "schema", text })
  return rows[0]?.schema ?? ""
}

async function newCopy(): Promise<Copy> {
  const { where, prefix } = inject("database")
  const name = prefix + randomBytes(6).toString("hex")
  await onServer(where, async (server) => {
    const template = await ensureTemplate(server, where, prefix)
    await server.query(`create database ${name} template ${template}`)
  })
  const connection = databaseOn(where, name)
  const cleaner = await connect(connection)
  const [emptying, schema] = [await emptyingOf(cleaner), await readSchema(cleaner)]
  return { connection, schema, cleaner, emptying, connections: new TestConnections() }
}

async function dropCopy(connection: Where): Promise<void> {
  const name = typeof connection === "string" ? new URL(connection).pathname.slice(1) : connection.address.database
  await onServer(inject("database").where, (server) => dropDatabase(server, name))
}

async function ensureTemplate(server: Client, where: Where, prefix: string): Promise<string> {
  const template = `${prefix}template_${migrationsHash()}`
  await server.query("select pg_advisory_lock(hashtext($1))", [template])
  const { rowCount } = await server.query("select from pg_database where datname = $1", [template])
  if (!rowCount) {
    const temporary = `${prefix}making_${randomBytes(6).toString("hex")}`
    await server.query(`create database ${temporary}`)
    await migrate(databaseOn(where, temporary))
    await server.query(`alter database ${temporary} rename to ${template}`)
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

/** `TEST_POOLER_URL` is a pooler in transaction mode before `TEST_DATABASE_URL`, with all of its databases. */
function pooledOn(connection: Where): PoolOptions | undefined {
  const url = process.env["TEST_POOLER_URL"]
  if (!url || typeof connection !== "string") return undefined
  return { pooler: Object.assign(new URL(url), { pathname: new URL(connection).pathname }).href, isPrepared: false }
}

async function onServer<T>(where: Where, work: (server: Client) => Promise<T>): Promise<T> {
  const server = await connect(where)
  try {
    return await work(server)
  } finally {
    await disconnect(server)
  }
}
