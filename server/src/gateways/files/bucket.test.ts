import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import S3rver from "s3rver"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openStore } from "#gateways/files.ts"
import { backupName } from "#platform/backup/names.ts"
import { backupsIn, prune } from "#platform/backup/store.ts"
import { checkBackups } from "./check.ts"

const MEGABYTE = 1024 ** 2
const NOON = new Date("2026-11-26T12:00:00Z")

let folder: string
let server: S3rver
let s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "haitech-s3-"))
  const buckets = [{ name: "backups", configs: [] }]
  server = new S3rver({ port: 0, silent: true, directory: join(folder, "s3"), configureBuckets: buckets })
  const { port } = await server.run()
  const endpoint = `http://localhost:${port}/`
  s3 = { endpoint, region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER" }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function fileOf(bytes: number): string {
  const path = join(folder, `file-${bytes}`)
  writeFileSync(path, Buffer.alloc(bytes, "haitech"))
  return path
}

test.each(["s3://backups", "s3://backups/site/one"])("files are stored in %s, read back and removed", async (to) => {
  const store = await openStore({ to, s3 })
  expect(await store.list()).toEqual([])
  // The second one goes in three parts.
  for (const bytes of [1000, 20 * MEGABYTE]) {
    await store.put(fileOf(bytes), `file ${bytes}`)
    expect(await store.list()).toContainEqual({ name: `file ${bytes}`, bytes })
    expect((await buffer(await store.read(`file ${bytes}`))).equals(readFileSync(fileOf(bytes)))).toBe(true)
    await store.remove(`file ${bytes}`)
    await store.remove(`file ${bytes}`)
  }
  await store.mark("deleted")
  expect(await store.list()).toEqual([{ name: "deleted", bytes: 0 }])
  await store.remove("deleted")
  await expect(store.read("deleted")).rejects.toThrow()
})

test("each prefix is a store of its own, of which the newest backups stay", async () => {
  const [store, other] = await Promise.all(["s3://backups/a", "s3://backups/ab"].map((to) => openStore({ to, s3 })))
  if (!store || !other) throw new Error("no store")
  await other.mark(backupName(NOON))
  const names = [0, 1, 2, 3].map((day) => backupName(new Date(NOON.getTime() - day * 86_400_000)))
  for (const name of names) await store.mark(name)
  await prune(store, 2)
  expect((await backupsIn(store)).map(({ name }) => name)).toEqual([names[1], names[0]])
  expect(await other.list()).toHaveLength(1)
  const [found] = await checkBackups({ to: "s3://backups/a", s3 }, NOON)
  expect(found).toMatchObject({ code: "backup_good", values: { count: "2", hours: "1" } })
})

test("what is wrong with the bucket or the account is told, without the account", async () => {
  const check = async (to: string, account: typeof s3) => (await checkBackups({ to, s3: account }, NOON))[0]
  const unreadable = (to: string, reason: unknown) => ({
    code: "backup_unreadable",
    values: { folder: to, reason },
  })
  expect(await check("s3://backups", { ...s3, accessKeyId: "nobody" })).toEqual(
    unreadable("s3://backups", "InvalidAccessKeyId"),
  )
  expect(await check("s3://missing", s3)).toEqual(unreadable("s3://missing", "NoSuchBucket"))
  expect(await check("s3://backups", { ...s3, endpoint: "http://127.0.0.1:65533" })).toEqual(
    unreadable("s3://backups", "ECONNREFUSED"),
  )
  const store = await openStore({ to: "s3://missing", s3 })
  await expect(store.put(fileOf(1000), "file")).rejects.toThrow("NoSuchBucket")
  await expect(store.mark("file")).rejects.toThrow("NoSuchBucket")
})
