import { randomUUID } from "node:crypto"
import type { Finding } from "@haitech/contract/admin/system"
import { openPictureBucket, openStore } from "#gateways/files.ts"
import { timeOf } from "#platform/backup/names.ts"
import { backupsIn, type StoreAddress } from "#platform/backup/store.ts"
import { requireWritable } from "#platform/folder.ts"
import type { PictureBucketAddress } from "#platform/pictures/bucket.ts"
import { finding, reasonOf } from "#platform/system/finding.ts"

const HOUR_MS = 3_600_000
const MEGABYTE = 1e6
/** One a day, and two hours for a machine that was switched off. */
const MAX_AGE_HOURS = 26

/** What is stored counts, not what the server remembers: a backup on a disk that was unplugged is none. */
export async function checkBackups(address: StoreAddress | undefined, now: Date): Promise<readonly Finding[]> {
  if (!address) return [finding("backup_off")]
  try {
    if (!address.to.startsWith("s3:")) await requireWritable(address.to)
    const backups = await backupsIn(await openStore(address))
    const newest = backups.at(-1)
    if (!newest) return [finding("backup_none", { folder: address.to })]
    const hours = (now.getTime() - timeOf(newest.name).getTime()) / HOUR_MS
    if (hours >= MAX_AGE_HOURS) return [finding("backup_old", { hours: Math.floor(hours) })]
    const megabytes = (newest.bytes / MEGABYTE).toFixed(1)
    return [finding("backup_good", { hours: Math.max(1, Math.ceil(hours)), megabytes, count: backups.length })]
  } catch (error) {
    return [finding("backup_unreadable", { folder: address.to, reason: reasonOf(error) })]
  }
}

export async function checkPictureBucket(address: PictureBucketAddress | undefined): Promise<readonly Finding[]> {
  if (!address) return []
  const { to } = address
  try {
    const bucket = await openPictureBucket(address)
    const name = `doctor/${randomUUID()}`
    await bucket.put(name, Buffer.from(name))
    const bytes = await bucket.read(name)
    await bucket.remove(name)
    const isSame = Buffer.from(bytes ?? []).toString() === name
    return [isSame ? finding("bucket_ready", { to }) : finding("bucket_refused", { to, reason: "?" })]
  } catch (error) {
    return [finding("bucket_refused", { to, reason: reasonOf(error) })]
  }
}
