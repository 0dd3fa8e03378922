import type { QueryFunctionContext, QueryKey } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { CallFailed } from "#platform/http/request.ts"
import { REPLIES_DATABASE } from "./database-names.ts"
import { openDatabase, resultOf } from "./indexed-db.ts"
import { sessionOwner } from "./session-owner.ts"

const STORE = "replies"
const UNAUTHORIZED = 401
/** How long a read waits for a network that is there but answers nothing. */
const PATIENCE_MS = 4000
/** How long a reply may come after the stored one was shown; less than the pause before the next read. */
const LATE_MS = 20_000

interface StoredReply {
  readonly body: unknown
  readonly storedAt: number
}

export type StoredContext = Pick<QueryFunctionContext, "client" | "queryKey">

interface Read<Reply> {
  /** The one that the device had when the read was sent. */
  readonly session: string
  readonly key: QueryKey
  /** Of the query that shows a reply that comes after the stored one. */
  readonly context: StoredContext
  readonly reading: Promise<Reply>
  /** Ends the read, so that reads that get no reply do not add up. */
  readonly controller: AbortController
}

/** Stores the reply of a read. Where none comes in time, the stored one stands for it. @throws what `reading` throws */
export async function readOrStored<Reply>({ session, key, context, reading, controller }: Read<Reply>): Promise<Reply> {
  const name = key.join("/")
  const address = `${session} ${document.documentElement.lang} ${name}`
  let isLate = false
  const answered = reading.then(
    (reply) => {
      show(name, undefined)
      if (isLate) context.client.setQueryData(context.queryKey, reply)
      // Another account may have signed in meanwhile.
      if (session === sessionOwner()) put(address, reply).catch(() => undefined)
      return true
    },
    async (error: unknown) => {
      if (error instanceof CallFailed && error.status === UNAUTHORIZED) await dropStoredReplies()
      return error instanceof CallFailed
    },
  )
  const patience = new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false))
  if (await Promise.race([answered, patience])) return reading
  const stored = await inStore<StoredReply | undefined>("readonly", (store) => store.get(address)).catch(
    () => undefined,
  )
  if (!stored) return reading
  isLate = true
  setTimeout(() => controller.abort(), LATE_MS)
  show(name, stored.storedAt)
  return stored.body as Reply
}

/** After the session nobody may read them on this device. */
export async function dropStoredReplies(): Promise<void> {
  await inStore("readwrite", (store) => store.clear()).catch(() => undefined)
}

/** What other sessions stored goes with the first reply of this one. */
async function put(address: string, body: unknown): Promise<void> {
  const session = address.slice(0, address.indexOf(" "))
  await inStore("readwrite", (store) => {
    store.delete(IDBKeyRange.upperBound(`${session} `, true))
    store.delete(IDBKeyRange.lowerBound(`${session} \uffff`))
    return store.put({ body, storedAt: Date.now() } satisfies StoredReply, address)
  })
}

let opening: Promise<IDBDatabase> | undefined

async function inStore<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  try {
    const database = await (opening ??= openDatabase(REPLIES_DATABASE, STORE))
    return await resultOf(run(database.transaction(STORE, mode).objectStore(STORE)))
  } catch (error) {
    // The browser may have closed the connection.
    opening = undefined
    throw error
  }
}

let shown: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

/** By the name of a read, when the device stored what the page shows for it. */
export function useStoredReplies(): ReadonlyMap<string, number> {
  return useSyncExternalStore(subscribe, () => shown)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(name: string, storedAt: number | undefined): void {
  if (shown.get(name) === storedAt) return
  const next = new Map(shown)
  if (storedAt === undefined) next.delete(name)
  else next.set(name, storedAt)
  shown = next
  for (const notify of listeners) notify()
}
