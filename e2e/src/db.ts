import { dirname, join } from "node:path"
import { readConnection } from "@haitech/embedded-postgres/connection"
import { escapeIdentifier, Pool, type PoolConfig, type QueryResultRow } from "pg"

/** A tagged template: in sql`select … where id = ${id}` a value becomes a parameter; `sql(name)` inserts an identifier. */
export interface Sql {
  <Rows extends readonly object[] = QueryResultRow[]>(
    parts: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Rows>
  (name: string): Identifier
  end(): Promise<void>
}

class Identifier {
  readonly quoted: string
  constructor(name: string) {
    this.quoted = escapeIdentifier(name)
  }
}

/** Connects to the embedded database of a running product. Close the connection with `end()`. */
export function openDb(dataDir: string): Sql {
  const connection = readConnection(join(dataDir, "postgres"))
  if (!connection) throw new Error("the product has no embedded database")
  const { user, database } = connection
  const host = "path" in connection ? { host: dirname(connection.path), port: 5432 } : connection
  return openSql({
    ...host,
    user,
    database,
  })
}

/** Opens a pool of one connection, which reconnects when the connection is lost. */
export function openSql(config: PoolConfig): Sql {
  const pool = new Pool({ ...config, max: 1 })
  pool.on("error", () => undefined)
  const run = async (parts: TemplateStringsArray, values: readonly unknown[]) => {
    const parameters: unknown[] = []
    const text = parts.reduce((query, part, index) => {
      const value = values[index - 1]
      return query + (value instanceof Identifier ? value.quoted : `$${parameters.push(value)}`) + part
    })
    return (await pool.query(text, parameters)).rows
  }
  const sql = (parts: TemplateStringsArray | string, ...values: readonly unknown[]) =>
    typeof parts === "string" ? new Identifier(parts) : run(parts, values)
  return Object.assign(sql, { end: () => pool.end() }) as Sql
}
