import type { LearningEvent } from "@haitech/contract/learning"
import { EVENT_DATABASE } from "#platform/offline/event-database.ts"

export interface StoredEvent {
  /** The event's own id. */
  readonly id: string
  /** The account that it belongs to; null for a guest's. */
  readonly owner: string | null
  readonly event: LearningEvent
  /** `refused`: the server knows no such lesson (any more). */
  readonly state: "waiting" | "sent" | "refused"
  /** Spent in the lesson until then. */
  readonly seconds: number
}

export interface EventStore {
  readonly all: () => Promise<StoredEvent[]>
  /** All of it or nothing, and durable once it resolves. */
  readonly write: (puts: readonly StoredEvent[], deletedIds?: readonly string[]) => Promise<void>
}

const EVENTS = "events"

/** In IndexedDB. Where the browser blocks it or has no space left, events live until the page is closed. */
export function openEventStore(): EventStore {
  const memory = createMemoryEventStore()
  let opening: Promise<IDBDatabase | null> | undefined
  const open = () => {
    opening ??= openDatabase().catch(() => null)
    return opening
  }
  return {
    async all() {
      const database = await open()
      const stored: StoredEvent[] = database ? await readAll(database).catch(() => []) : []
      const held = await memory.all()
      return [...stored.filter(({ id }) => held.every((event) => event.id !== id)), ...held]
    },
    async write(puts, deletedIds = []) {
      const database = await open()
      const isStored =
        database !== null &&
        (await writeTo(database, puts, deletedIds).then(
          () => true,
          () => false,
        ))
      if (isStored) return memory.write([], [...deletedIds, ...puts.map(({ id }) => id)])
      // The browser may have closed the connection.
      opening = undefined
      await memory.write(puts, deletedIds)
    },
  }
}

function readAll(database: IDBDatabase): Promise<StoredEvent[]> {
  return resultOf(database.transaction(EVENTS).objectStore(EVENTS).getAll())
}

async function writeTo(
  database: IDBDatabase,
  puts: readonly StoredEvent[],
  deletedIds: readonly string[],
): Promise<void> {
  const transaction = database.transaction(EVENTS, "readwrite", { durability: "strict" })
  const events = transaction.objectStore(EVENTS)
  for (const id of deletedIds) events.delete(id)
  for (const event of puts) events.put(event)
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

export function createMemoryEventStore(): EventStore {
  const events = new Map<string, StoredEvent>()
  return {
    all: async () => [...events.values()],
    write: async (puts, deletedIds = []) => {
      for (const id of deletedIds) events.delete(id)
      for (const event of puts) events.set(event.id, event)
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(EVENT_DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(EVENTS, { keyPath: "id" })
  return resultOf(opening)
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
