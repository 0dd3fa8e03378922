import type { PictureId } from "@haitech/contract/ids"
import { SITE_PICTURE_SIZES } from "@haitech/contract/publishing"
import type { Deps } from "#deps.ts"
import { findPicture, insertPicture, purgePictures, sitePictureTable } from "#features/publishing/queries/pictures.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { createId } from "#platform/db/columns.ts"
import { hoursBefore } from "#platform/deletions.ts"
import { enqueueRemoval, readStored, storePicture } from "#platform/pictures/store.ts"
import { resizeToFit } from "#platform/pictures.ts"
import { Problem } from "#platform/problem.ts"

/** Resizing costs CPU time, so administrators are limited too. */
const LIMIT = { name: "site_picture.admin", limit: 60, windowSeconds: 3600 }
/** Time in which an uploaded picture may stay unused: an administrator may save the form long after the upload. */
const UNUSED_HOURS = 24
const { folder } = sitePictureTable

/**
 * @returns the path of the new picture
 * @throws {Problem} `request.invalid` when the file is not a readable picture, `rate.limited`, `server.busy`
 */
export async function addPicture(deps: Deps, actor: Member, file: File): Promise<string> {
  const { db, limiter, now } = deps
  await limiter.take(LIMIT, actor.id)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [small, large] = (await resizeToFit(bytes, [SITE_PICTURE_SIZES.small, SITE_PICTURE_SIZES.large])) ?? []
  if (!small || !large) throw new Problem("request.invalid", { fields: { image: "image.invalid" } })
  const id = createId()
  const stored = await storePicture(deps, folder, { id, small, large })
  return db.transaction(async (tx) => {
    await insertPicture(tx, { id: id as PictureId, ...stored, createdAt: now() })
    await record(tx, { actor, action: "picture.added", subjectId: id })
    return `/api/pictures/${id}`
  })
}

/** @throws {Problem} `picture.unknown`, `server.busy` */
export async function readPicture(deps: Deps, id: PictureId, size: "small" | "large"): Promise<Uint8Array> {
  const picture = await findPicture(deps.db, id, size)
  const bytes = picture && (picture.bytes ?? (await readStored(deps, folder, id, size)))
  if (!bytes) throw new Problem("picture.unknown")
  return bytes
}

export async function purgeUnused(deps: Pick<Deps, "db" | "now" | "pictureBucket">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ids = await purgePictures(tx, hoursBefore(deps.now(), UNUSED_HOURS))
    await enqueueRemoval(tx, deps, folder, ids)
  })
}
