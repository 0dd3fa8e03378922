import type { Client } from "./client.ts"
import type { Endpoint, Names } from "./connection.ts"

/** The role is no superuser, so it cannot read the server's files. Call it under the lock of the data directory. */
export async function ensureDatabase(client: Client, { user, database }: Names, endpoint: Endpoint): Promise<void> {
  const has = async (sql: string) => (await client.query(sql)).length > 0
  const hasDatabase = await has(`select from pg_database where datname = ${literal(database)}`)
  if (!(await has(`select from pg_roles where rolname = ${literal(user)}`))) {
    const password = "password" in endpoint ? `password ${literal(endpoint.password)}` : ""
    const create = `create role ${identifier(user)} login ${password};`
    const give = hasDatabase ? `alter database ${identifier(database)} owner to ${identifier(user)}` : ""
    await client.query(create + give) // PostgreSQL runs both in one transaction.
  }
  if (!hasDatabase) await client.query(`create database ${identifier(database)} owner ${identifier(user)}`)
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
