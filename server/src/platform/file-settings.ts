import type { StoreAddress } from "./backup/store.ts"
import type { PictureBucketAddress } from "./pictures/bucket.ts"
import type { Settings } from "./settings.ts"

export interface BackupSettings extends StoreAddress {
  readonly recipient: string
  readonly keep: number
}

export function backupsOf(settings: Settings): BackupSettings | undefined {
  const { BACKUP_TO: to, BACKUP_RECIPIENT: recipient, BACKUP_KEEP: keep } = settings
  return to && recipient
    ? { to: to.replace(/(?<=.)\/+$/, ""), s3: s3Of(settings), recipient, keep: Number(keep) }
    : undefined
}

export function pictureBucketOf(settings: Settings): PictureBucketAddress | undefined {
  const { FILES_TO, FILES_FROM } = settings
  const [to, s3] = [FILES_TO ?? FILES_FROM, s3Of(settings)]
  return to && s3 ? { to: to.replace(/\/+$/, ""), s3, takesNew: FILES_TO !== undefined } : undefined
}

function s3Of({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Settings): StoreAddress["s3"] {
  if (!S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
