import type { BackupStore, StoreAddress } from "#platform/backup/store.ts"
import { folderStore } from "./files/folder.ts"

export async function openStore({ to, s3 }: StoreAddress): Promise<BackupStore> {
  if (!s3 || !to.startsWith("s3:")) return folderStore(to)
  const { bucketStore } = await import("./files/bucket.ts")
  return bucketStore(to, s3)
}
