import type { BackupStore, StoreAddress } from "#platform/backup/store.ts"
import type { PictureBucket, PictureBucketAddress } from "#platform/pictures/bucket.ts"
import { folderStore } from "./files/folder.ts"

export async function openStore({ to, s3 }: StoreAddress): Promise<BackupStore> {
  if (!s3 || !to.startsWith("s3:")) return folderStore(to)
  const { bucketStore } = await import("./files/bucket.ts")
  return bucketStore(to, s3)
}

export async function openPictureBucket(address: PictureBucketAddress): Promise<PictureBucket> {
  const { pictureBucket } = await import("./files/pictures.ts")
  return pictureBucket(address)
}
