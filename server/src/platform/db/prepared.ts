import type { Db, Tx } from "./client.ts"

/** Builds a query once per pool instead of at every call, because building takes several times as long as running it. */
export function prepared<Query extends object>(build: (db: Db | Tx) => Query): (db: Db | Tx) => Query {
  const built = new WeakMap<Db | Tx, Query>()
  return (db) => {
    const existing = built.get(db)
    if (existing) return existing
    const query = build(db)
    built.set(db, query)
    return query
  }
}
