import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
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
export function openRows(dataDir: string): Sql {
  const [file] = globSync("**/address.json", { cwd: dataDir })
  if (!file) throw new Error("the product has no embedded database")
  const { path, ...address } = JSON.parse(readFileSync(join(dataDir, file), "utf8"))
  const password = join(dataDir, dirname(file), "password")
  return openSql({
    ...address,
    ...(path ? { host: dirname(path), port: 5432 } : {}),
    ...(existsSync(password) ? { password: readFileSync(password, "utf8") } : {}),
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
