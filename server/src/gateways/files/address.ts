import type { S3Account } from "#platform/backup/store.ts"

/** @param address `s3://bucket/prefix`. @returns how the client reaches the bucket, and what all names begin with */
export function bucketAt(address: string, { endpoint, ...account }: S3Account) {
  const { host: bucket, pathname } = new URL(address)
  const prefix = pathname.replace(/^\/+|\/+$/g, "")
  const settings = { ...account, endpoint: `${endpoint.replace(/\/+$/, "")}/${bucket}` }
  return { settings, under: prefix && `${prefix}/` }
}

export function missingBucket(): Error {
  return Object.assign(new Error("the bucket does not exist"), { code: "NoSuchBucket" })
}
