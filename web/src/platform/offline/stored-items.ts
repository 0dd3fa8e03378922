import type { Timers } from "./single-flight.ts"
import type { TextStorage } from "./storage.ts"

/** An item that the server has not acknowledged yet. */
export interface QueuedItem<Body> {
  /** Created by the client. The server treats a repeated id as the same item. */
  readonly id: string
  /** Id of the author's account, or a fixed name for guests. */
  readonly owner: string
  readonly writtenAt: number
  readonly body: Body
  /** Why the server refused it; empty without a message. Set means that only the user can retry it. */
  readonly refusal?: string
  /** The free hours that a refusal names. */
  readonly starts?: readonly string[]
}

export interface ItemStorage {
  readonly storage: TextStorage
  readonly keyPrefix: string
  readonly timers: Timers
}

interface Events {
  readonly onChange: () => void
  /** Another tab removed an item: it either sent or deleted it. */
  readonly onRemoved: () => void
}

export type StoredItems<Body> = ReturnType<typeof openStoredItems<Body>>

/** Older items are deleted unsent. */
const MAX_AGE_MS = 30 * 86_400_000

/** Items survive a power cut. Each has its own storage key, so that two tabs never overwrite each other's items. */
export function openStoredItems<Body>(where: ItemStorage, { onChange, onRemoved }: Events) {
  const { storage, keyPrefix } = where
  let items: readonly QueuedItem<Body>[] = []
  let removed: readonly QueuedItem<Body>[] = []

  function reread(): void {
    const previous = items
    items = readItems(where)
    const remaining = new Set(items.map(({ id }) => id))
    const missing = previous.filter(({ id, refusal }) => refusal === undefined && !remaining.has(id))
    removed = [...removed, ...missing]
    onChange()
    if (missing.length > 0) onRemoved()
  }

  return {
    list: () => items,
    /** Items that another tab removed, until the caller knows whether they were sent. */
    removed: () => removed,
    clearRemoved(): void {
      removed = []
      onChange()
    },
    reread,
    write(item: QueuedItem<Body>): void {
      storage.set(keyPrefix + item.id, JSON.stringify(item))
      reread()
    },
    drop(id: string): void {
      storage.remove(keyPrefix + id)
      items = items.filter((item) => item.id !== id)
      removed = removed.filter((item) => item.id !== id)
      reread()
    },
  }
}

function readItems<Body>({ storage, keyPrefix, timers }: ItemStorage): QueuedItem<Body>[] {
  const names = storage.names().filter((name) => name.startsWith(keyPrefix))
  return names
    .flatMap((name): QueuedItem<Body>[] => {
      const item = parseItem<Body>(storage.get(name))
      if (item && timers.now() - item.writtenAt <= MAX_AGE_MS) return [item]
      storage.remove(name)
      return []
    })
    .sort((a, b) => a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1))
}

function parseItem<Body>(text: string | null): QueuedItem<Body> | null {
  try {
    return JSON.parse(text ?? "null")
  } catch {
    return null
  }
}
