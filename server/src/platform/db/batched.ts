import DataLoader from "dataloader"
import type { Db } from "./client.ts"
import { prepared } from "./prepared.ts"

/** Reads for all callers of one turn of the event loop together: the query starts after the last of them. */
export function batched<Key, Row>(
  read: (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const loaders = prepared((db) => {
    const readAll = async (keys: readonly Key[]) => {
      const rows = await read(db, keys)
      return keys.map((key) => rows.get(key))
    }
    return new DataLoader(readAll, { cache: false, batchScheduleFn: setImmediate, maxBatchSize: 500 })
  })
  return (db, key) => loaders(db).load(key)
}
