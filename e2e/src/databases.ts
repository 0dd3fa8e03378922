import { randomBytes } from "node:crypto"
import { openDb, openSql, type Sql } from "./db.ts"

const EMBEDDED = "the embedded PostgreSQL"
const POOLED = "another PostgreSQL through a pooler"
const EXTERNAL_DATABASE_URL = process.env["TEST_DATABASE_URL"]
const POOLER_URL = process.env["TEST_POOLER_URL"]

/** The databases of this run, by name. */
export const DATABASES = EXTERNAL_DATABASE_URL ? [EMBEDDED, "another PostgreSQL"] : [EMBEDDED]
export const DATABASES_AND_POOLER = POOLER_URL ? [...DATABASES, POOLED] : DATABASES

/** The settings for products that use `database`: none for the embedded one, else a new database. */
export async function databaseSettings(database: string): Promise<Record<string, string>> {
  if (database === EMBEDDED) return {}
  const server = openSql({ connectionString: EXTERNAL_DATABASE_URL })
  const name = `journey_${randomBytes(4).toString("hex")}`
  await server`create database ${server(name)}`
  await server.end()
  const at = (url = "") => Object.assign(new URL(url), { pathname: name }).href
  const direct = at(EXTERNAL_DATABASE_URL)
  if (database !== POOLED) return { DATABASE_URL: direct }
  return { DATABASE_URL: at(POOLER_URL), LISTEN_DATABASE_URL: direct, DATABASE_PREPARED: "off" }
}

/** Connects to the database of products with these settings. Close the connection with `end()`. */
export function openDatabase(dataDir: string, settings: Readonly<Record<string, string>>): Sql {
  const connectionString = settings["LISTEN_DATABASE_URL"] ?? settings["DATABASE_URL"]
  return connectionString ? openSql({ connectionString }) : openDb(dataDir)
}
