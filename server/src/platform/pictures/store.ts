import { createConcurrencyLimit } from "#platform/concurrency-limit.ts"
import type { Tx } from "#platform/db/client.ts"
import { nameOf } from "#platform/error-name.ts"
import { enqueueMany } from "#platform/jobs/outbox.ts"
import type { Log } from "#platform/log.ts"
import { Problem } from "#platform/problem.ts"
import { objectName, type Picture, type PictureBucket, SIZES } from "./bucket.ts"

interface Deps {
  readonly pictureBucket: PictureBucket | undefined
  readonly log: Pick<Log, "warn">
}

const RETRY_AFTER_S = 30

/** A silent bucket holds no more of the requests that the process can have in work. */
const limited = createConcurrencyLimit(50, 50)

/**
 * Puts a new picture into the bucket, if there is one, before the transaction that inserts its row.
 * @returns what the row holds of it
 * @throws {Problem} `server.busy` when the bucket does not take it
 */
export async function storePicture(
  deps: Deps,
  folder: string,
  { id, ...picture }: Picture<Buffer> & { readonly id: string },
): Promise<Picture<Buffer | null>> {
  const bucket = deps.pictureBucket
  if (!bucket?.takesNew) return picture
  await reach(deps, () => Promise.all(SIZES.map((size) => bucket.put(objectName(folder, id, size), picture[size]))))
  return { small: null, large: null }
}

/** @returns undefined when the bucket has no such picture. @throws {Problem} `server.busy` when it does not answer */
export async function readStored(
  deps: Deps,
  folder: string,
  id: string,
  size: keyof Picture,
): Promise<Uint8Array | undefined> {
  return reach(deps, async () => {
    if (!deps.pictureBucket) throw Object.assign(new Error("no bucket"), { code: "FILES_TO" })
    return deps.pictureBucket.read(objectName(folder, id, size))
  })
}

async function reach<T>({ log }: Deps, work: () => Promise<T>): Promise<T> {
  try {
    return await limited(work)
  } catch (error) {
    if (error instanceof Problem) throw error
    log.warn({ error: nameOf(error) }, "pictures")
    throw new Problem("server.busy", { retryAfter: RETRY_AFTER_S })
  }
}

export interface PictureRef {
  readonly folder: string
  readonly id: string
}

export async function enqueueRemoval(
  tx: Tx,
  { pictureBucket }: Pick<Deps, "pictureBucket">,
  folder: string,
  ids: readonly string[],
): Promise<void> {
  if (!pictureBucket) return
  const effects = ids.map((id) => {
    const payload: PictureRef = { folder, id }
    return { kind: "picture.remove", key: `picture.remove/${id}`, payload }
  })
  await enqueueMany(tx, effects)
}
