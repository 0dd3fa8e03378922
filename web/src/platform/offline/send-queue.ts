import type { CallFailed } from "#platform/http/request.ts"
import { createRetrySchedule, isRefusal } from "./retry-schedule.ts"
import { singleFlight } from "./single-flight.ts"
import { type ItemStorage, openStoredItems, type QueuedItem, type StoredItems } from "./stored-items.ts"

export interface QueueSettings extends ItemStorage {
  /** Prevents two tabs from sending at the same time. */
  readonly withTabLock: <T>(run: () => Promise<T>) => Promise<T>
  /** Offline, only the user starts an attempt. */
  readonly isOnline: () => boolean
}

interface Settings<Body, Receipt> extends QueueSettings {
  /** Can it be sent without the user? */
  readonly canSend: (item: QueuedItem<Body>) => boolean
  readonly send: (item: QueuedItem<Body>) => Promise<Receipt>
  readonly onSent: (item: QueuedItem<Body>, receipt: Receipt) => void
  readonly onFailed: (failure: unknown) => void
  /** The server will never take it as it is. */
  readonly onRefused?: (item: QueuedItem<Body>) => void
  /** Another tab removed an item: it either sent or deleted it. */
  readonly onRemoved: () => void
  readonly onChange: () => void
}

/** Sends stored items in order, one at a time, until the server acknowledges them. */
export function openSendQueue<Body, Receipt>(settings: Settings<Body, Receipt>) {
  const items = openStoredItems<Body>(settings, settings)
  const schedule = createRetrySchedule(settings.timers, () => {
    if (settings.isOnline()) void sender.flush()
  })
  const sender = createSender(settings, items, schedule)
  function retryNow(): Promise<void> {
    schedule.skipBackoff()
    return sender.flush()
  }
  return {
    ...items,
    flush: sender.flush,
    isWaiting: sender.isWaiting,
    /** Stores the item, then sends it. */
    put(item: QueuedItem<Body>): Promise<void> {
      const last = items.list().at(-1)?.writtenAt ?? 0
      items.write({ ...item, writtenAt: Math.max(item.writtenAt, last + 1) })
      return sender.flush()
    },
    /** Sends a refused item again on the user's request, perhaps edited. */
    retry({ refusal: _refusal, starts: _starts, ...item }: QueuedItem<Body>): Promise<void> {
      sender.forgetFailures(item.id)
      schedule.skipBackoff()
      items.write(item)
      return sender.flush()
    },
    /** Sends a waiting item again on the user's request, unchanged and under the same id. */
    sendNow(id: string): Promise<void> {
      sender.forgetFailures(id)
      return retryNow()
    },
    /** Call it when the network is back: skips the backoff, but not a pause that the server asked for. */
    retryNow,
  }
}

function createSender<Body, Receipt>(
  settings: Settings<Body, Receipt>,
  items: StoredItems<Body>,
  schedule: ReturnType<typeof createRetrySchedule>,
) {
  const failedIds = new Set<string>()
  let sendingId: string | null = null

  const next = () => items.list().find((item) => item.refusal === undefined && settings.canSend(item))

  const flush = singleFlight(async () => {
    items.reread()
    if (next()) await settings.withTabLock(sendAll)
  })

  async function sendAll(): Promise<void> {
    // Another tab may have sent items while this one waited for the lock.
    items.reread()
    for (let item = next(); item && schedule.isDue(); item = next()) {
      sendingId = item.id
      settings.onChange()
      try {
        finish(item, await settings.send(item))
      } catch (failure) {
        fail(item, failure)
      } finally {
        sendingId = null
        items.reread()
      }
    }
  }

  function finish(sent: QueuedItem<Body>, receipt: Receipt): void {
    schedule.reset()
    failedIds.delete(sent.id)
    items.drop(sent.id)
    settings.onSent(sent, receipt)
  }

  function fail(failed: QueuedItem<Body>, failure: unknown): void {
    failedIds.add(failed.id)
    if (!isRefusal(failure)) schedule.delay(failure)
    // A live message may have confirmed it and removed it from the queue.
    else if (items.list().some(({ id }) => id === failed.id)) {
      const refused = { ...failed, ...refusalOf(failure) }
      items.write(refused)
      settings.onRefused?.(refused)
    }
    settings.onFailed(failure)
  }

  return {
    flush,
    /** True when sending it failed, or when it is behind a failed item. */
    isWaiting: (id: string) => failedIds.has(id) || (sendingId !== id && schedule.isRetrying()),
    forgetFailures: (id: string) => void failedIds.delete(id),
  }
}

/** The server's messages of the fields, or else its general message. */
function refusalOf({ problem }: CallFailed): Pick<QueuedItem<unknown>, "refusal" | "starts"> {
  const refusal = Object.values(problem?.fields ?? {}).join(" ") || problem?.message || ""
  return problem?.starts ? { refusal, starts: problem.starts } : { refusal }
}
