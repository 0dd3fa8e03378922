import { PICTURE_SIZES } from "@haitech/contract/members"
import type { Deps } from "#deps.ts"
import { requireUserForUpdate, setPicture } from "#features/accounts/service/account.ts"
import { deletePictureOf, findPicture, insertPicture, portraitTable } from "#features/members/queries/pictures.ts"
import type { Member } from "#platform/actor.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueueRemoval, readStored, storePicture } from "#platform/pictures/store.ts"
import { resizeToSquares } from "#platform/pictures.ts"
import { Problem } from "#platform/problem.ts"

/** Resizing costs CPU time; a person needs only a few uploads. */
const LIMIT = { name: "picture.user", limit: 20, windowSeconds: 3600 }
const { folder } = portraitTable

/**
 * Replaces the member's picture under a new id, so that browsers do not show the cached old one.
 * @returns the path of the new picture
 * @throws {Problem} `request.invalid` when the file is not a readable picture, `rate.limited`, `server.busy`
 */
export async function changePicture(deps: Deps, actor: Member, file: File): Promise<string> {
  await deps.limiter.take(LIMIT, actor.id)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [small, large] = (await resizeToSquares(bytes, [PICTURE_SIZES.small, PICTURE_SIZES.large])) ?? []
  if (!small || !large) throw new Problem("request.invalid", { fields: { image: "image.invalid" } })
  const id = createId()
  const stored = await storePicture(deps, folder, { id, small, large })
  return deps.db.transaction(async (tx) => {
    await requireUserForUpdate(tx, actor.id)
    await removePictureOf(deps, tx, actor.id)
    await insertPicture(tx, { id, userId: actor.id, ...stored })
    const url = `/api/user/profile/image/${id}`
    await setPicture(tx, actor.id, url)
    return url
  })
}

export async function removePictureOf(deps: Pick<Deps, "pictureBucket">, tx: Tx, userId: string): Promise<void> {
  await enqueueRemoval(tx, deps, folder, await deletePictureOf(tx, userId))
}

/** @throws {Problem} `picture.unknown`, `server.busy` */
export async function readPicture(deps: Deps, actor: Member, id: string, size: "small" | "large"): Promise<Uint8Array> {
  const picture = await findPicture(deps.db, actor.id, id, size)
  const bytes = picture && (picture.bytes ?? (await readStored(deps, folder, id, size)))
  if (!bytes) throw new Problem("picture.unknown")
  return bytes
}
