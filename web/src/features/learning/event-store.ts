import type { LearningEvent } from "@haitech/contract/learning"
import { EVENT_DATABASE } from "#platform/offline/database-names.ts"
import { committed, openDatabase, resultOf, STRICT } from "#platform/offline/indexed-db.ts"

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
  /** All of it or nothing, and stored once it resolves, as `durability` says. */
  readonly write: (puts: readonly StoredEvent[], deletedIds?: readonly string[]) => Promise<void>
  readonly durability: () => Durability
}

/** `strict`: also after a power cut. `relaxed`: perhaps not after one. `none`: until the page is closed. */
export type Durability = "strict" | "relaxed" | "none"

const EVENTS = "events"

/** In IndexedDB. Where the browser blocks it or has no space left, events live until the page is closed. */
export function openEventStore(): EventStore {
  const memory = createMemoryEventStore()
  let opening: Promise<IDBDatabase | null> | undefined
  let durability: Durability = "none"
  const open = () => {
    opening ??= openDatabase(EVENT_DATABASE, EVENTS, { keyPath: "id" }).catch(() => null)
    return opening
  }
  return {
    async all() {
      const database = await open()
      const held = await memory.all()
      if (!database) return held
      const stored = await readAll(database).catch(() => undefined)
      durability = stored && held.length === 0 ? durabilityOf(database) : "none"
      if (!stored) return held
      return [...stored.filter(({ id }) => held.every((event) => event.id !== id)), ...held]
    },
    async write(puts, deletedIds = []) {
      const database = await open()
      const held = (await memory.all()).filter(({ id }) => !deletedIds.includes(id))
      const isStored =
        database !== null &&
        (await writeTo(database, [...held, ...puts], deletedIds).then(
          () => true,
          () => false,
        ))
      if (isStored) return memory.write([], [...deletedIds, ...held.map(({ id }) => id)])
      durability = "none"
      // The browser may have closed the connection.
      opening = undefined
      await memory.write(puts, deletedIds)
    },
    durability: () => durability,
  }
}

/** Of the transactions that write; browsers that do not know the option leave it to the system. */
function durabilityOf(database: IDBDatabase): Durability {
  return database.transaction(EVENTS, "readonly", STRICT).durability === "strict" ? "strict" : "relaxed"
}

function readAll(database: IDBDatabase): Promise<StoredEvent[]> {
  return resultOf(database.transaction(EVENTS).objectStore(EVENTS).getAll())
}

async function writeTo(
  database: IDBDatabase,
  puts: readonly StoredEvent[],
  deletedIds: readonly string[],
): Promise<void> {
  const transaction = database.transaction(EVENTS, "readwrite", STRICT)
  const events = transaction.objectStore(EVENTS)
  for (const id of deletedIds) events.delete(id)
  for (const event of puts) events.put(event)
  await committed(transaction)
}

export function createMemoryEventStore(): EventStore {
  const events = new Map<string, StoredEvent>()
  return {
    all: async () => [...events.values()],
    write: async (puts, deletedIds = []) => {
      for (const id of deletedIds) events.delete(id)
      for (const event of puts) events.set(event.id, event)
    },
    durability: () => "none",
  }
}
