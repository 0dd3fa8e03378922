import { createHash, randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { inject } from "vitest"
import { connect, type Database, openDb, type Sql, type Where } from "./client.ts"
import { migrate, migrationsFolder } from "./migrate.ts"
import type {} from "./testing-setup.ts"

/** An empty database with the product's tables, for one test file or one test. */
export interface FreshDatabase extends Pick<Database, "db" | "sql"> {
  /** For a second pool, or a process of its own. */
  readonly connection: Where
  drop(): Promise<void>
}

/** Copies a database that was migrated once: some 30 ms, however many migrations there are. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { where, prefix } = inject("database")
  const name = prefix + randomBytes(6).toString("hex")
  await onServer(where, async (server) => {
    const template = await ensureTemplate(server, where, prefix)
    await server`create database ${server(name)} template ${server(template)}`
  })
  const connection = databaseOn(where, name)
  const { db, sql, close } = openDb(connection, { max: 5 })
  return {
    connection,
    db,
    sql,
    async drop() {
      await close()
      await onServer(where, (server) => dropDatabase(server, name))
    },
  }
}

const VACUUM_PAUSE_MS = 200
const NOT_OURS_TO_END = "42501"

/** The database's own vacuum may be at work in it: it is not ours to end, and goes by itself in a moment. */
async function dropDatabase(server: Sql, name: string): Promise<void> {
  for (let attempt = 0; attempt < 25; attempt++) {
    try {
      return void (await server`drop database ${server(name)} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_OURS_TO_END) throw error
      await pause(VACUUM_PAUSE_MS)
    }
  }
  throw new Error(`the database ${name} is never idle`)
}

async function ensureTemplate(server: Sql, where: Where, prefix: string): Promise<string> {
  const template = `${prefix}template_${migrationsHash()}`
  await server`select pg_advisory_lock(hashtext(${template}))`
  const isMade = (await server`select from pg_database where datname = ${template}`).length > 0
  if (!isMade) {
    const making = `${prefix}making_${randomBytes(6).toString("hex")}`
    await server`create database ${server(making)}`
    await migrate(databaseOn(where, making))
    await server`alter database ${server(making)} rename to ${server(template)}`
  }
  await server`select pg_advisory_unlock_all()`
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

async function onServer<T>(where: Where, work: (server: Sql) => Promise<T>): Promise<T> {
  const server = connect(where, { max: 1 })
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}
