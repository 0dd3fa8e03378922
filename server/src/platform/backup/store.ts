import type { Readable } from "node:stream"
import { deletedUserOf, isBackup, timeOf } from "./names.ts"

export interface BackupStore {
  list(): Promise<readonly StoredFile[]>
  /** Copies a file to a name; under that name it is whole or not there. */
  put(file: string, name: string): Promise<void>
  read(name: string): Promise<Readable>
  mark(name: string): Promise<void>
  remove(name: string): Promise<void>
}

export interface S3Account {
  /** Without the bucket: https://s3.eu-central-1.amazonaws.com */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface StoreAddress {
  /** The absolute path of a folder, or `s3://bucket/prefix`. */
  readonly to: string
  readonly s3: S3Account | undefined
}

export interface StoredFile {
  readonly name: string
  readonly bytes: number
}

export async function backupsIn(store: BackupStore): Promise<readonly StoredFile[]> {
  const files = (await store.list()).filter(({ name }) => isBackup(name))
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Removes all but the newest backups, and the deletions that none of these can undo. */
export async function prune(store: BackupStore, keep: number): Promise<void> {
  const backups = await backupsIn(store)
  for (const { name } of backups.slice(0, -keep)) await store.remove(name)
  const [oldest] = backups.slice(-keep)
  if (!oldest) return
  const before = timeOf(oldest.name).getTime() - CLOCKS_DIFFER_MS
  for (const { name } of await store.list())
    if (deletedUserOf(name) && timeOf(name).getTime() < before) await store.remove(name)
}

/** The processes that name the files may run on several machines. */
const CLOCKS_DIFFER_MS = 3_600_000
