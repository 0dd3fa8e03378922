import { escapeIdentifier, type QueryResultRow } from "pg"
import { type Database, openDb } from "./client.ts"
import type { ConnectionPool, Lease } from "./pool.ts"

type Values = readonly unknown[]

/** A tag for statements in tests: sql`select … where id = ${id}`. A value is a parameter; `sql(name)` is an identifier. */
export interface Sql {
  <Rows extends readonly object[] = QueryResultRow[]>(parts: TemplateStringsArray, ...values: Values): Promise<Rows>
  (name: string): Identifier
  /** Runs a text as it is: several statements at once, or one that a test has composed. */
  unsafe(text: string): Promise<QueryResultRow[]>
  begin<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
}

class Identifier {
  readonly quoted: string
  constructor(name: string) {
    this.quoted = escapeIdentifier(name)
  }
}

export function openTestDb(...options: Parameters<typeof openDb>): Database & { readonly sql: Sql } {
  const database = openDb(...options)
  return { ...database, sql: createSql(database.pool) }
}

function createSql(pool: ConnectionPool): Sql {
  const begin: Sql["begin"] = async (work) => {
    const connection = await pool.connect()
    try {
      await connection.query("begin")
      const result = await work(createStatements(connection, begin))
      await connection.query("commit")
      return result
    } catch (error) {
      await connection.query("rollback").catch(() => undefined)
      throw error
    } finally {
      connection.release()
    }
  }
  return createStatements(pool, begin)
}

function createStatements(connection: Pick<ConnectionPool | Lease, "query">, begin: Sql["begin"]): Sql {
  const run = (parts: TemplateStringsArray | string, ...values: Values) => {
    if (typeof parts === "string") return new Identifier(parts)
    const parameters: unknown[] = []
    const text = parts.reduce((before, part, at) => {
      const value = values[at - 1]
      return before + (value instanceof Identifier ? value.quoted : `$${parameters.push(value)}`) + part
    })
    return connection.query(text, parameters).then(({ rows }) => rows)
  }
  const unsafe = (text: string) => connection.query(text).then(({ rows }) => rows)
  return Object.assign(run, { unsafe, begin }) as Sql
}
