import { PICTURE_SIZES } from "@haitech/contract/members"
import type { Deps } from "#deps.ts"
import { requireUserForUpdate, setPicture } from "#features/accounts/service/account.ts"
import { upsertPicture } from "#features/members/queries/pictures.ts"
import type { Member } from "#platform/actor.ts"
import { resizeToSquares } from "#platform/pictures.ts"
import { Problem } from "#platform/problem.ts"

/** Resizing costs CPU time; a person needs only a few uploads. */
const LIMIT = { name: "picture.user", limit: 20, windowSeconds: 3600 }

/**
 * @returns the path of the new picture
 * @throws {Problem} `request.invalid` when the file is not a readable picture, `rate.limited`, `server.busy`
 */
export async function changePicture({ db, limiter }: Deps, actor: Member, file: File): Promise<string> {
  await limiter.take(LIMIT, actor.id)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [small, large] = (await resizeToSquares(bytes, [PICTURE_SIZES.small, PICTURE_SIZES.large])) ?? []
  if (!small || !large) throw new Problem("request.invalid", { fields: { image: "image.invalid" } })
  return db.transaction(async (tx) => {
    await requireUserForUpdate(tx, actor.id)
    const id = await upsertPicture(tx, { userId: actor.id, small, large })
    const url = `/api/user/profile/image/${id}`
    await setPicture(tx, actor.id, url)
    return url
  })
}
