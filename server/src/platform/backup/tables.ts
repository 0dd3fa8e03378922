import type { Client } from "pg"

export interface CopiedTable {
  readonly name: string
  /** Without those that the database computes. */
  readonly columns: readonly string[]
}

/** Each start stores what it needs there. */
const NOT_COPIED = ["assets"]

interface Row {
  readonly name: string
  readonly columns: string[]
  readonly references: string[]
}

/** All tables that a backup copies, each after those that its rows refer to. */
export async function tablesInOrder(client: Client): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query<Row>(TABLES, [NOT_COPIED])
  const waiting = new Map(rows.map((row) => [row.name, row]))
  const ordered: CopiedTable[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(({ references }) => !references.some((other) => waiting.has(other)))
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(", ")}`)
    for (const { name, columns } of next) {
      waiting.delete(name)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

const TABLES = `
  select format('%I.%I', nspname, relname) as name,
    array(select quote_ident(attname) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum)
      as columns,
    array(select distinct format('%I.%I', other_schema.nspname, other.relname) from pg_constraint
      join pg_class other on other.oid = confrelid
      join pg_namespace other_schema on other_schema.oid = other.relnamespace
      where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid) as references
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = 'public' and relkind = 'r'
    and relname <> all($1)
    and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by 1`
