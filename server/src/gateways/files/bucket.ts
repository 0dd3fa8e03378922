import { openAsBlob } from "node:fs"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { S3mini } from "s3mini"
import type { BackupStore, S3Account } from "#platform/backup/store.ts"
import { bucketAt, missingBucket } from "./address.ts"

const TIMEOUT_MS = 10_000
/** Of a whole backup that is read, and of one part of 8 MB that is written: a line of 1 Mbit/s needs a minute for it. */
const TRANSFER_TIMEOUT_MS = 3_600_000

export function bucketStore(address: string, account: S3Account): BackupStore {
  const { settings, under } = bucketAt(address, account)
  const s3 = new S3mini({ ...settings, requestAbortTimeout: TIMEOUT_MS })
  const transfers = new S3mini({ ...settings, requestAbortTimeout: TRANSFER_TIMEOUT_MS })
  return {
    async list() {
      const objects = await s3.listObjects("/", under)
      if (!objects) throw missingBucket()
      return objects.map(({ Key: key, Size: bytes }) => ({ name: key.slice(under.length), bytes: Number(bytes) }))
    },
    async put(file, name) {
      await transfers.putAnyObject(under + name, await openAsBlob(file))
    },
    async mark(name) {
      await s3.putObject(under + name, "")
    },
    async read(name) {
      const { body } = await transfers.getObjectRaw(under + name)
      return Readable.fromWeb(body as ReadableStream)
    },
    async remove(name) {
      await s3.deleteObject(under + name)
    },
  }
}
