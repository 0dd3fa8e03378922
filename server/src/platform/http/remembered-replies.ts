import type { WatchedTable } from "#platform/db/changes.ts"
import { compressed, REVALIDATE, type StoredFile, tagOf } from "./stored-file.ts"

/** As long as pages: a notification may be missed. */
const AGE_MS = 30_000
const MAX_REPLIES = 1000
const QUALITY = 7

interface Reply {
  readonly tables: readonly WatchedTable[]
  readonly file: Promise<StoredFile>
  readonly until: number
}

export type RememberedReplies = ReturnType<typeof createRememberedReplies>

/** Replies that are the same for everybody, in memory until one of their tables changes. */
export function createRememberedReplies(isToldOfChanges: () => boolean) {
  const replies = new Map<string, Reply>()
  return {
    get(key: string, tables: readonly WatchedTable[], read: () => Promise<unknown>): Promise<StoredFile> {
      const known = replies.get(key)
      if (known && known.until > performance.now() && isToldOfChanges()) return known.file
      const file = read().then(fileOf)
      replies.delete(key)
      replies.set(key, { tables, file, until: performance.now() + AGE_MS })
      file.catch(() => replies.get(key)?.file === file && replies.delete(key))
      const [oldest] = replies.keys()
      if (replies.size > MAX_REPLIES && oldest !== undefined) replies.delete(oldest)
      return file
    },
    /** Without a table forgets all, also what is being read: it may be older than the change. */
    forget(table?: string): void {
      for (const [key, { tables }] of replies)
        if (table === undefined || tables.some((own) => own === table)) replies.delete(key)
    },
  }
}

async function fileOf(reply: unknown): Promise<StoredFile> {
  const raw = Buffer.from(JSON.stringify(reply))
  const headers = { vary: "accept-encoding, accept-language" }
  const file = { type: "application/json; charset=utf-8", cacheControl: REVALIDATE, headers }
  return { ...file, etag: tagOf(raw), raw: () => raw, ...(await compressed(raw, QUALITY)) }
}
