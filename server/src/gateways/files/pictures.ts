import { S3mini, S3ServiceError } from "s3mini"
import type { PictureBucket, PictureBucketAddress } from "#platform/pictures/bucket.ts"
import { bucketAt, missingBucket } from "./address.ts"

const TIMEOUT_MS = 8_000
const LISTED = 1_000

export function pictureBucket(
  { to, s3: account, takesNew }: PictureBucketAddress,
  timeoutMs = TIMEOUT_MS,
): PictureBucket {
  const { settings, under } = bucketAt(to, account)
  const s3 = new S3mini({ ...settings, requestAbortTimeout: timeoutMs })
  return {
    takesNew,
    async put(name, picture) {
      await s3.putObject(under + name, picture, "image/webp")
    },
    async read(name) {
      try {
        return new Uint8Array(await (await s3.getObjectRaw(under + name)).arrayBuffer())
      } catch (error) {
        if (error instanceof S3ServiceError && error.status === 404 && error.code !== "NoSuchBucket") return undefined
        throw error
      }
    },
    async remove(name) {
      await s3.deleteObject(under + name)
    },
    async list(folder, after) {
      const startAfter = after && { "start-after": under + after }
      const page = await s3.listObjectsPaged("/", `${under}${folder}/`, LISTED, undefined, { ...startAfter })
      if (!page?.objects) throw missingBucket()
      return page.objects.map(({ Key: key, LastModified: storedAt }) => ({ name: key.slice(under.length), storedAt }))
    },
  }
}
