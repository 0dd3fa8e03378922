import { sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { objectName, type PictureBucket, pictureIdOf, SIZES } from "./bucket.ts"
import { enqueueStep, type PictureTable, type StepDeps } from "./steps.ts"

/** The row of an upload commits after its objects are stored. */
const GRACE_MS = 86_400_000

/** Removes objects that no row names, such as those of a transaction that failed, and enqueues the next step. */
export async function removeOrphans(
  { db, pictureBucket: bucket, now }: StepDeps,
  pictures: PictureTable,
  after: string,
): Promise<void> {
  if (!bucket) return
  const listed = await bucket.list(pictures.folder, after)
  const since = await firstAccountAt(db)
  const before = new Date(now().getTime() - GRACE_MS)
  const old = listed.filter(({ storedAt }) => since && storedAt >= since && storedAt < before)
  const ids = new Set(old.flatMap(({ name }) => pictureIdOf(name) ?? []))
  await removeUnused(db, bucket, pictures, [...ids])
  const last = listed.at(-1)?.name
  // A store that does not know where to go on would list the same names again.
  if (last && last > after) await enqueueStep(db, "picture.clean_up", { folder: pictures.folder, after: last })
}

/** An id that has lost its row never gets one again. */
export async function removeUnused(
  db: Db,
  bucket: PictureBucket,
  { folder, table }: PictureTable,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${table} where id = any(${sql.param([...ids])}::uuid[])`,
  )
  const used = new Set(rows.map(({ id }) => id))
  for (const id of ids.filter((some) => !used.has(some)))
    for (const size of SIZES) await bucket.remove(objectName(folder, id, size))
}

/** Objects older than all accounts are not of this database: a new, empty one must not cost those of the backup. */
async function firstAccountAt(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ ms: number | null }>(
    sql`select (extract(epoch from min(created_at)) * 1000)::float8 as ms from users`,
  )
  return rows[0]?.ms ? new Date(rows[0].ms) : undefined
}
