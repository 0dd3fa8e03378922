import { randomBytes } from "node:crypto"
import { openDb, openSql, type Sql } from "./db.ts"

const EMBEDDED = "the embedded PostgreSQL"
const EXTERNAL_DATABASE_URL = process.env["TEST_DATABASE_URL"]

/** The databases of this run, by name. */
export const DATABASES = EXTERNAL_DATABASE_URL ? [EMBEDDED, "another PostgreSQL"] : [EMBEDDED]

/** The setting for products that use `database`: none for the embedded one, else a new database. */
export async function databaseSettings(database: string): Promise<Record<string, string>> {
  if (database === EMBEDDED) return {}
  const server = openSql({ connectionString: EXTERNAL_DATABASE_URL })
  const name = `journey_${randomBytes(4).toString("hex")}`
  await server`create database ${server(name)}`
  await server.end()
  return { DATABASE_URL: Object.assign(new URL(EXTERNAL_DATABASE_URL ?? ""), { pathname: name }).href }
}

/** Connects to the database of products with these settings. Close the connection with `end()`. */
export function openDatabase(dataDir: string, settings: Readonly<Record<string, string>>): Sql {
  const { DATABASE_URL: connectionString } = settings
  return connectionString ? openSql({ connectionString }) : openDb(dataDir)
}
