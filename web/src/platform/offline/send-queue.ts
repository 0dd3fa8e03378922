import { backoff } from "#platform/http/backoff.ts"
import { CallFailed } from "#platform/http/request.ts"
import { singleFlight, type Timers } from "./single-flight.ts"
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
}

interface Settings<Body, Receipt> {
  /** Prefix of its keys in the storage. */
  readonly mark: string
  readonly storage: TextStorage
  readonly timers: Timers
  /** Prevents two tabs from sending at the same time. */
  readonly withTabLock: <T>(run: () => Promise<T>) => Promise<T>
  /** Can it be sent without the user? */
  readonly canSend: (item: QueuedItem<Body>) => boolean
  readonly send: (item: QueuedItem<Body>) => Promise<Receipt>
  readonly onSent: (item: QueuedItem<Body>, receipt: Receipt) => void
  /** `isFirst`: the first failure since the item was written or retried by the user, or a refusal. */
  readonly onFailed: (failure: unknown, isFirst: boolean) => void
  /** Another tab removed an item: it either sent or deleted it. */
  readonly onGone: () => void
  readonly onChange: () => void
}

/** Older items are deleted unsent. */
const MAX_AGE_MS = 30 * 86_400_000
/** The pause after a 429 without a `retry-after` header. */
const PAUSE_MS = 30_000
/** Request Timeout and Too Early: worth a retry. */
const RETRYABLE = [408, 425]
const TOO_MANY_REQUESTS = 429

/**
 * Sends items in order, one at a time, until the server acknowledges them. Items survive a reload, a closed browser and a
 * power cut. Each has its own storage key, so that two tabs never overwrite each other's items. One long function, because
 * all steps share the queue's state and nothing outside may change it.
 */
export function openSendQueue<Body, Receipt>(settings: Settings<Body, Receipt>) {
  const { mark, storage, timers, onChange } = settings
  let unsent: readonly QueuedItem<Body>[] = []
  let removed: readonly QueuedItem<Body>[] = []
  let failures = 0
  let sendingId: string | null = null
  let notBefore = 0
  let isPaused = false
  let cancelRetry = () => {}
  const failedIds = new Set<string>()

  function reread(): void {
    const previous = unsent
    unsent = readItems(storage, mark, timers.now())
    const remaining = new Set(unsent.map(({ id }) => id))
    const missing = previous.filter(({ id, refusal }) => refusal === undefined && !remaining.has(id))
    removed = [...removed, ...missing]
    onChange()
    if (missing.length > 0) settings.onGone()
  }

  function write(item: QueuedItem<Body>): void {
    storage.set(mark + item.id, JSON.stringify(item))
    reread()
  }

  function drop(id: string): void {
    storage.remove(mark + id)
    failedIds.delete(id)
    unsent = unsent.filter((item) => item.id !== id)
    removed = removed.filter((item) => item.id !== id)
    reread()
  }

  const flush = singleFlight(async () => {
    reread()
    if (next()) await settings.withTabLock(sendAll)
  })

  const next = () => unsent.find((item) => item.refusal === undefined && settings.canSend(item))

  async function sendAll(): Promise<void> {
    // Another tab may have sent items while this one waited for the lock.
    reread()
    for (let item = next(); item && timers.now() >= notBefore; item = next()) {
      sendingId = item.id
      onChange()
      try {
        finish(item, await settings.send(item))
      } catch (failure) {
        fail(item, failure)
      } finally {
        sendingId = null
        reread()
      }
    }
  }

  function finish(sent: QueuedItem<Body>, receipt: Receipt): void {
    failures = 0
    isPaused = false
    drop(sent.id)
    settings.onSent(sent, receipt)
  }

  function fail(failed: QueuedItem<Body>, failure: unknown): void {
    const isFirst = !failedIds.has(failed.id)
    failedIds.add(failed.id)
    const { status = 0, problem, retryAfter } = failure instanceof CallFailed ? failure : ({} as Partial<CallFailed>)
    const isRefused = status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS && !RETRYABLE.includes(status)
    // A live message may have confirmed it and removed it from the queue.
    if (isRefused && unsent.some(({ id }) => id === failed.id)) write({ ...failed, refusal: refusalOf(problem) })
    if (!isRefused) {
      isPaused = status === TOO_MANY_REQUESTS
      notBefore = timers.now() + (isPaused ? (retryAfter ? retryAfter * 1000 : PAUSE_MS) : backoff(failures++))
      cancelRetry()
      cancelRetry = timers.after(notBefore - timers.now(), () => {
        // A timer can fire slightly early, and no other one is set.
        notBefore = 0
        void flush()
      })
    }
    settings.onFailed(failure, isFirst || isRefused)
  }

  return {
    list: () => unsent,
    /** Items that another tab removed, until the caller knows whether they were sent. */
    removed: () => removed,
    clearRemoved(): void {
      removed = []
      onChange()
    },
    /** True when sending it failed, or when it is behind a failed item. */
    isWaiting: (id: string) => failedIds.has(id) || (sendingId !== id && (failures > 0 || isPaused)),
    /** Stores the item, then sends it. */
    put(item: QueuedItem<Body>): Promise<void> {
      write({ ...item, writtenAt: Math.max(item.writtenAt, (unsent.at(-1)?.writtenAt ?? 0) + 1) })
      return flush()
    },
    /** Sends a refused item again on the user's request, perhaps edited. */
    retry({ refusal: _refusal, ...item }: QueuedItem<Body>): Promise<void> {
      failedIds.delete(item.id)
      if (!isPaused) notBefore = 0
      write(item)
      return flush()
    },
    drop,
    reread,
    flush,
    /** Called when the network is back: skips the backoff, but not a pause that the server asked for. */
    hurry(): Promise<void> {
      if (!isPaused) notBefore = 0
      return flush()
    },
  }
}

function readItems<Body>(storage: TextStorage, mark: string, now: number): QueuedItem<Body>[] {
  const names = storage.names().filter((name) => name.startsWith(mark))
  return names
    .flatMap((name): QueuedItem<Body>[] => {
      const item = parseItem<Body>(storage.get(name))
      if (item && now - item.writtenAt <= MAX_AGE_MS) return [item]
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

/** The server's messages of the fields, or else its general message. */
function refusalOf(problem: CallFailed["problem"] | undefined): string {
  return Object.values(problem?.fields ?? {}).join(" ") || problem?.message || ""
}
