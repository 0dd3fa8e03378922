import { type SQL, sql } from "drizzle-orm"
import { objectName, type Picture, type PictureBucket, SIZES } from "./bucket.ts"
import { removeUnused } from "./clean-up.ts"
import { enqueueStep, type PictureTable, type StepDeps } from "./steps.ts"

export const BEFORE_ALL = "00000000-0000-0000-0000-000000000000"
const ROWS = 200
const AT_ONCE = 4
const STEP_MS = 20_000

/** Moves the next pictures to where new ones go, and enqueues the step after it. */
export async function movePictures(deps: StepDeps, pictures: PictureTable, after: string): Promise<void> {
  const { db, pictureBucket: bucket } = deps
  if (!bucket) return
  const { folder, table } = pictures
  const isElsewhere = bucket.takesNew ? sql`small is not null` : sql`small is null`
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${table} where id > ${after} and ${isElsewhere} order by id limit ${ROWS}`,
  )
  const move = bucket.takesNew ? moveIn : moveBack
  const end = performance.now() + STEP_MS
  let last: string | undefined
  for (let from = 0; from < rows.length && performance.now() < end; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    await Promise.all(some.map(({ id }) => move(deps, bucket, pictures, id)))
    last = some.at(-1)?.id
  }
  if (!last || (rows.length < ROWS && last === rows.at(-1)?.id)) return
  await enqueueStep(db, "picture.move", { folder, after: last })
}

async function moveIn(deps: StepDeps, bucket: PictureBucket, pictures: PictureTable, id: string): Promise<void> {
  const { folder, table } = pictures
  const { rows } = await deps.db.execute<Record<keyof Picture, Buffer | null>>(
    sql`select small, large from ${table} where ${isRow(id)}`,
  )
  const { small, large } = rows[0] ?? {}
  if (!small || !large) return
  const picture = { small, large }
  await Promise.all(SIZES.map((size) => bucket.put(objectName(folder, id, size), picture[size])))
  const moved = await deps.db.execute<{ id: string }>(
    sql`update ${table} set small = null, large = null where ${isRow(id)} returning id`,
  )
  if (moved.rows.length === 0) await removeUnused(deps.db, bucket, pictures, [id])
}

async function moveBack(deps: StepDeps, bucket: PictureBucket, pictures: PictureTable, id: string): Promise<void> {
  const { folder, table } = pictures
  const [small, large] = await Promise.all(SIZES.map((size) => bucket.read(objectName(folder, id, size))))
  if (!small || !large) return deps.log.warn({ folder, picture: id }, "the bucket lacks a picture")
  const [smallBytes, largeBytes] = [Buffer.from(small), Buffer.from(large)]
  await deps.db.execute(
    sql`update ${table} set small = ${smallBytes}, large = ${largeBytes} where ${isRow(id)} and small is null`,
  )
}

function isRow(id: string): SQL {
  return sql`id = ${id}::uuid`
}
