import type { Client } from "pg"
import { connectToSupported } from "./client.ts"
import { disconnect, POOL_SETTINGS, type Where } from "./connection.ts"
import { DatabaseUnusableError, systemCode } from "./unusable.ts"

const DUPLICATE_STATEMENT = "42P05"

/**
 * A pooler in transaction mode lends its connections for a transaction each, so they have their settings from its own
 * configuration. @throws DatabaseUnusableError, which says what to change there
 */
export async function requireUsablePooler(direct: Where, pooler: string, isPrepared: boolean): Promise<void> {
  const clients = [await connectToSupported(direct, {})]
  try {
    for (let at = 0; at < 2; at++) clients.push(await connectToSupported(pooler, null))
    const [past, one, other] = clients as [Client, Client, Client]
    if ((await serverOf(past)) !== (await serverOf(one))) throw new DatabaseUnusableError(OTHER_DATABASE)
    if (!(await hasSettings(one))) throw new DatabaseUnusableError(WITHOUT_SETTINGS)
    if (isPrepared && !(await isolatesStatements(one, other))) throw new DatabaseUnusableError(UNPREPARED)
  } finally {
    for (const client of clients) await disconnect(client)
  }
}

const CONNECT_QUERY = `set ${Object.entries(POOL_SETTINGS)
  .map(([name, value]) => `${name} = ${typeof value === "string" ? `''${value}''` : value}`)
  .join("; set ")}`
const OTHER_DATABASE = "DATABASE_URL and LISTEN_DATABASE_URL lead to different databases."
const WITHOUT_SETTINGS = `The pooler's connections lack settings. PgBouncer gets them with the database: connect_query='${CONNECT_QUERY}'`
const UNPREPARED =
  "The pooler mixes up prepared statements: set its max_prepared_statements (PgBouncer 1.21 and newer), or DATABASE_PREPARED=off."

export async function serverOf(client: Pick<Client, "query">): Promise<string | undefined> {
  const { rows } = await client.query<{ server: string }>(
    "select concat_ws(' ', current_database(), pg_postmaster_start_time()) as server",
  )
  return rows[0]?.server
}

export async function hasSettings(client: Pick<Client, "query">): Promise<boolean> {
  const names = Object.keys(POOL_SETTINGS)
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1)",
    [names],
  )
  const found = new Map(rows.map(({ name, setting }) => [name, setting]))
  return names.every((name) => found.get(name) === String(POOL_SETTINGS[name]))
}

async function isolatesStatements(one: Client, other: Client): Promise<boolean> {
  try {
    await one.query({ name: "pooler_check", text: "select 1" })
    await other.query({ name: "pooler_check", text: "select 2" })
    return true
  } catch (error) {
    if (systemCode(error) === DUPLICATE_STATEMENT) return false
    throw error
  }
}
