import { CallFailed } from "#platform/http/request.ts"
import { currentOwner, isOwn } from "./device-account.ts"
import { openSendQueue } from "./send-queue.ts"
import { sessionOwner } from "./session-owner.ts"
import { realTimers, withTabLock } from "./single-flight.ts"
import { openStorage, type TextStorage } from "./storage.ts"
import type { QueuedItem } from "./stored-items.ts"

/** The owner of what somebody wrote without an account. */
export const GUEST_OWNER = ""
const UNAUTHORIZED = 401

export type ItemState = "sending" | "waiting" | "refused"

interface Settings<Body, Receipt> {
  readonly keyPrefix: string
  /** One tab at a time sends under this name. */
  readonly lock: string
  readonly send: (item: QueuedItem<Body>) => Promise<Receipt>
  /** By default local storage. */
  readonly storage?: TextStorage
  /** Runs before the items are read under the lock. */
  readonly refresh?: () => Promise<void>
  /** Whether it belongs to who uses this page; by default to who is signed in on the device. */
  readonly isHere?: (owner: string) => boolean
  readonly onSent?: (item: QueuedItem<Body>, receipt: Receipt) => void
  readonly onRefused?: (item: QueuedItem<Body>) => void
  /** Another tab sent or deleted them. */
  readonly onRemoved?: (items: readonly QueuedItem<Body>[]) => void
}

/** A send queue of a page in which every item belongs to an account, or to a guest. Nobody else sees or sends it. */
export function openAccountQueue<Body, Receipt>(settings: Settings<Body, Receipt>) {
  const { keyPrefix, lock, refresh, onSent, onRefused, onRemoved, isHere = isOwnOrGuests } = settings
  const listeners = new Set<() => void>()
  const announce = () => {
    for (const notify of listeners) notify()
  }
  const queue = openSendQueue<Body, Receipt>({
    storage: settings.storage ?? openStorage(),
    keyPrefix,
    timers: realTimers,
    withTabLock: (run) =>
      withTabLock(lock, async () => {
        await refresh?.()
        await claimOfSession()
        return run()
      }),
    isOnline: () => navigator.onLine,
    canSend: ({ owner }) => navigator.onLine && isHere(owner),
    send: (item) => sendAsOwner(item, settings.send),
    onSent: (item, receipt) => onSent?.(item, receipt),
    onFailed: () => undefined,
    onRefused: (item) => onRefused?.(item),
    onRemoved() {
      onRemoved?.(queue.removed())
      queue.clearRemoved()
    },
    onChange: announce,
  })
  /** An account that signs in again has another session, and would not find what belongs to this one. */
  async function claimOfSession(): Promise<void> {
    const session = sessionOwner()
    const account = await currentOwner().catch(() => null)
    if (account === null) return
    queue.reread()
    for (const item of queue.list()) if (item.owner === session) queue.write({ ...item, owner: account })
  }
  addEventListener("offline", announce)
  addEventListener("online", () => void queue.retryNow())
  addEventListener("storage", ({ key }) => key?.startsWith(keyPrefix) && queue.reread())
  queue.reread()

  return {
    ...queue,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    announce,
    own: () => queue.list().filter(({ owner }) => isHere(owner)),
    stateOf({ id, refusal }: QueuedItem<Body>): ItemState {
      if (refusal !== undefined) return "refused"
      return !navigator.onLine || queue.isWaiting(id) ? "waiting" : "sending"
    },
    /** On the user's request. */
    sendAgain(id: string): void {
      const item = queue.list().find((candidate) => candidate.id === id)
      if (item?.refusal === undefined) void queue.sendNow(id)
      else void queue.retry(item)
    },
  }
}

/** Also when another account has signed in in another tab: otherwise the item waits. */
async function sendAsOwner<Body, Receipt>(
  item: QueuedItem<Body>,
  send: (item: QueuedItem<Body>) => Promise<Receipt>,
): Promise<Receipt> {
  const account = await currentOwner()
  if (item.owner !== (account ?? GUEST_OWNER)) throw new Error("another account is signed in")
  try {
    return await send(item)
  } catch (error) {
    if (error instanceof CallFailed && error.status === UNAUTHORIZED) throw new Error("signed out", { cause: error })
    throw error
  }
}

function isOwnOrGuests(owner: string): boolean {
  return owner === GUEST_OWNER ? sessionOwner() === null : isOwn(owner)
}
