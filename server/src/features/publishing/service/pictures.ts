import { SITE_PICTURE_SIZES } from "@haitech/contract/publishing"
import type { Deps } from "#deps.ts"
import { insertPicture } from "#features/publishing/queries/pictures.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { resizeToFit } from "#platform/pictures.ts"
import { Problem } from "#platform/problem.ts"

/** Resizing costs CPU time, so administrators are limited too. */
const LIMIT = { name: "site_picture.admin", limit: 60, windowSeconds: 3600 }

/**
 * @returns the path of the new picture
 * @throws {Problem} `request.invalid` when the file is not a readable picture, `rate.limited`, `server.busy`
 */
export async function addPicture({ db, limiter, now }: Deps, actor: Member, file: File): Promise<string> {
  await limiter.take(LIMIT, actor.id)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [small, large] = (await resizeToFit(bytes, [SITE_PICTURE_SIZES.small, SITE_PICTURE_SIZES.large])) ?? []
  if (!small || !large) throw new Problem("request.invalid", { fields: { image: "image.invalid" } })
  return db.transaction(async (tx) => {
    const id = await insertPicture(tx, { small, large, createdAt: now() })
    await record(tx, { actor, action: "picture.added", subjectId: id })
    return `/api/pictures/${id}`
  })
}
