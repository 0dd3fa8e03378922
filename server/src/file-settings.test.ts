import { expect, test } from "vitest"
import { readConfig } from "./config.ts"

const RECIPIENT = `age1${"q".repeat(58)}`

test("backups need a folder and the key of their reader", () => {
  const [BACKUP_TO, BACKUP_RECIPIENT] = ["/var/backups/haitech", RECIPIENT]
  const both = { BACKUP_TO, BACKUP_RECIPIENT }
  const backups = { to: BACKUP_TO, s3: undefined, recipient: BACKUP_RECIPIENT, keep: 14 }
  expect([readConfig({}).backups, readConfig(both).backups]).toEqual([undefined, backups])
  expect(readConfig({ ...both, BACKUP_KEEP: "9999" }).backups?.keep).toBe(9999)
  expect(() => readConfig({ BACKUP_TO })).toThrow("BACKUP_TO, BACKUP_RECIPIENT must be set together")
  for (const wrong of ["backups", "../backups", "s3://b", "s3://Bucket", "s3://bucket/a b", "https://example.org/"])
    expect(() => readConfig({ ...both, BACKUP_TO: wrong })).toThrow("BACKUP_TO must be the absolute path")
  expect(readConfig({ ...both, BACKUP_TO: "/backups/" }).backups?.to).toBe("/backups")
  for (const wrong of ["0", "-1", "1.5", "10000", "all"])
    expect(() => readConfig({ ...both, BACKUP_KEEP: wrong })).toThrow("BACKUP_KEEP must be a whole number")
  // The secret key in place of the public one would be on the machine, where it must not be.
  for (const wrong of [`AGE-SECRET-KEY-1${"Q".repeat(58)}`, BACKUP_RECIPIENT.slice(1), `${BACKUP_RECIPIENT}q`])
    expect(() => readConfig({ ...both, BACKUP_RECIPIENT: wrong })).toThrow("BACKUP_RECIPIENT must be a public key")
})

test("a bucket needs an account", () => {
  const bucket = { BACKUP_TO: "s3://bucket/site/", BACKUP_RECIPIENT: RECIPIENT }
  expect(() => readConfig(bucket)).toThrow("S3_ENDPOINT must be set for backups in a bucket")
  const account = { S3_ENDPOINT: "https://s3.example.org", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" }
  const s3 = {
    endpoint: "https://s3.example.org",
    region: "us-east-1",
    accessKeyId: "id",
    secretAccessKey: "key",
  }
  expect(readConfig({ ...bucket, ...account }).backups).toMatchObject({ to: "s3://bucket/site", s3 })
  expect(readConfig({ ...bucket, ...account, S3_REGION: "auto" }).backups?.s3?.region).toBe("auto")
  expect(() => readConfig({ ...account, S3_ACCESS_KEY_ID: "" })).toThrow("S3_SECRET_ACCESS_KEY must be set together")
})

test("pictures are in the database, go into a bucket, or come back from it", () => {
  const account = { S3_ENDPOINT: "https://s3.example.org", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" }
  const s3 = { endpoint: "https://s3.example.org", region: "us-east-1", accessKeyId: "id", secretAccessKey: "key" }
  const bucket = (settings: Record<string, string>) => readConfig({ ...account, ...settings }).pictureBucket
  expect([readConfig({}).pictureBucket, bucket({})]).toEqual([undefined, undefined])
  expect(bucket({ FILES_TO: "s3://files/site/" })).toEqual({ to: "s3://files/site", s3, takesNew: true })
  expect(bucket({ FILES_FROM: "s3://files" })).toEqual({ to: "s3://files", s3, takesNew: false })
  expect(() => readConfig({ FILES_TO: "s3://files" })).toThrow("S3_ENDPOINT must be set for pictures in a bucket")
  const both = { FILES_TO: "s3://files", FILES_FROM: "s3://other" }
  expect(() => bucket(both)).toThrow("FILES_TO and FILES_FROM must not be set together")
  for (const wrong of ["/var/files", "s3://b", "s3://Bucket", "s3://bucket/a b", "https://example.org/"])
    for (const name of ["FILES_TO", "FILES_FROM"])
      expect(() => bucket({ [name]: wrong })).toThrow(`${name} must be an address like s3://bucket/prefix`)
  const besides = (BACKUP_TO: string) => bucket({ FILES_TO: "s3://b-1/a", BACKUP_TO, BACKUP_RECIPIENT: RECIPIENT })
  for (const wrong of ["s3://b-1/a", "s3://b-1/a/", "s3://b-1", "s3://b-1/a/backups"])
    expect(() => besides(wrong)).toThrow("must differ from BACKUP_TO")
  for (const right of ["s3://b-1/ab", "s3://b-2/a", "/b-1/a"]) expect(besides(right)?.to).toBe("s3://b-1/a")
})
