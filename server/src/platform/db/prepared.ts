import type { Db, Tx } from "./client.ts"

/** Builds a query once per pool, not at every call: to build one costs several times what it costs to run it. */
export function prepared<Query extends object>(build: (db: Db | Tx) => Query): (db: Db | Tx) => Query {
  const built = new WeakMap<Db | Tx, Query>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const query = build(db)
    built.set(db, query)
    return query
  }
}
