import { dirname, join } from "node:path"
import { readConnection } from "@haitech/embedded-postgres/connection"
import { escapeIdentifier, Pool, type PoolConfig, type QueryResultRow } from "pg"

/** sql`select … where id = ${id}`: a value is a parameter, and `sql(name)` an identifier. */
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

/** Opens the embedded database of a running product, to look at its rows. Close it with `end()`. */
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

/** One connection, opened anew when it is lost. */
export function openSql(config: PoolConfig): Sql {
  const pool = new Pool({ ...config, max: 1 })
  pool.on("error", () => undefined)
  const run = async (parts: TemplateStringsArray, values: readonly unknown[]) => {
    const parameters: unknown[] = []
    const text = parts.reduce((before, part, at) => {
      const value = values[at - 1]
      return before + (value instanceof Identifier ? value.quoted : `$${parameters.push(value)}`) + part
    })
    return (await pool.query(text, parameters)).rows
  }
  const sql = (parts: TemplateStringsArray | string, ...values: readonly unknown[]) =>
    typeof parts === "string" ? new Identifier(parts) : run(parts, values)
  return Object.assign(sql, { end: () => pool.end() }) as Sql
}
