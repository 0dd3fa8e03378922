import type { LearningEvent } from "@haitech/contract/learning"
import { CallFailed } from "#platform/http/request.ts"
import { createRetrySchedule, isRefusal } from "#platform/offline/retry-schedule.ts"
import { singleFlight, type Timers } from "#platform/offline/single-flight.ts"
import type { EventStore, StoredEvent } from "./event-store.ts"

export interface EventLogOptions {
  readonly store: EventStore
  readonly timers: Timers
  /** Runs a task in one tab at a time. */
  readonly withTabLock: <T>(run: () => Promise<T>) => Promise<T>
  readonly isOnline: () => boolean
  /** The account, or what stands for it while this device does not know it; null for a guest. */
  readonly owner: () => string | null
  readonly isOwn: (owner: string) => boolean
  /** Asks the server who is signed in. */
  readonly identify: () => Promise<string | null>
  readonly send: (events: readonly LearningEvent[]) => Promise<{ stored: readonly string[]; earned: readonly string[] }>
  readonly onChange: () => void
  /** The store has changed: other pages of the device read it again. */
  readonly onWrite: () => void
  readonly onEarned: (codes: readonly string[]) => void
  /** Events that a guest made belong to an account now. */
  readonly onMerged: () => void
}

/**
 * What happened in lessons, in the order in which it happened. An event is stored before anything shows it, and sent
 * until the server has it. Those of a guest wait for a sign-in; those of another account wait for that account.
 */
export function openEventLog(options: EventLogOptions) {
  const { timers, withTabLock, isOnline, owner, isOwn, onChange } = options
  const records = openRecords(options)
  const retries = createRetrySchedule(timers, () => void flush())
  const flush = singleFlight(async () => {
    if (!isOnline() || !retries.isDue()) return
    try {
      await withTabLock(() => sendWaiting(options, records))
      retries.reset()
    } catch (failure) {
      if (!isSignedOut(failure)) retries.delay(failure)
    }
    onChange()
  })
  let later: (() => void) | undefined
  const sendLater = () => {
    later = undefined
    void flush()
  }
  return {
    reread: records.reread,
    flush,
    /** After the network came back, or when the reader asks for it. */
    retryNow(): Promise<void> {
      retries.skipBackoff()
      return flush()
    },
    isRetrying: retries.isRetrying,
    durability: options.store.durability,
    /** Deletes what the server refused, once its author knows. */
    forgetRefused: () =>
      records.write(
        [],
        records
          .list()
          .filter(isRefused)
          .map(({ id }) => id),
      ),
    /** The device's own events: a guest's, and those of the account that is signed in. */
    list: () => records.list().filter((record) => record.owner === null || isOwn(record.owner)),
    /** Stores an event, and sends it at once or with the next ones. */
    async append(event: LearningEvent, { seconds = 0, isUrgent = true, of = owner() }: Append = {}): Promise<void> {
      const record: StoredEvent = { id: event.id, owner: of, event, state: "waiting", seconds }
      const replaced =
        event.kind === "lesson.read" ? records.list().filter((other) => isEarlierRead(other, record)) : []
      await records.write(
        [record],
        replaced.map(({ id }) => id),
      )
      if (isUrgent) void flush()
      else later ??= timers.after(LATER_MS, sendLater)
    },
  }
}

interface Append {
  readonly seconds?: number
  readonly isUrgent?: boolean
  /** Like `owner`, of the page that it happened on. */
  readonly of?: string | null
}

type SendOptions = Omit<EventLogOptions, "isOnline" | "owner">

/** Sends what waits once, for the service worker, which has no page. @throws what `identify` and `send` throw */
export async function sendStoredEvents(options: SendOptions): Promise<void> {
  const records = openRecords(options)
  await options.withTabLock(() => sendWaiting(options, records))
}

export type EventLog = ReturnType<typeof openEventLog>

const isRefused = ({ state }: StoredEvent) => state === "refused"

type Records = ReturnType<typeof openRecords>

/** The stored events, as they were read last. */
function openRecords({ store, onChange, onWrite }: SendOptions) {
  let records: readonly StoredEvent[] = []
  const reread = async () => {
    records = await store.all()
    onChange()
  }
  return {
    list: () => records,
    reread,
    async write(puts: readonly StoredEvent[], deletedIds?: readonly string[]): Promise<void> {
      await store.write(puts, deletedIds)
      await reread()
      onWrite()
    },
  }
}

/** @throws what `identify` and `send` throw */
async function sendWaiting(options: SendOptions, records: Records): Promise<void> {
  const account = await options.identify()
  await records.reread()
  const forgettable = findForgettable(records.list(), account, options.timers.now())
  if (forgettable.length > 0) await records.write([], forgettable)
  if (account === null) return
  await claim(options, records, account)
  const waiting = records
    .list()
    .filter(({ owner, state }) => owner === account && state === "waiting")
    .toSorted((a, b) => a.event.at.localeCompare(b.event.at))
  for (let at = 0; at < waiting.length; at += BATCH) await sendBatch(options, records, waiting.slice(at, at + BATCH))
}

/** From here on a guest's events, and those of the session, belong to the account that signed in, and to no other. */
async function claim({ isOwn, onMerged }: SendOptions, records: Records, account: string): Promise<void> {
  const isClaimed = ({ owner, state }: StoredEvent) =>
    state === "waiting" && owner !== account && (owner === null || isOwn(owner))
  const claimed = records.list().filter(isClaimed)
  if (claimed.length === 0) return
  await records.write(claimed.map((record) => ({ ...record, owner: account })))
  if (claimed.some(({ owner }) => owner === null)) onMerged()
}

async function sendBatch(options: SendOptions, records: Records, batch: readonly StoredEvent[]): Promise<void> {
  try {
    const { stored, earned } = await options.send(batch.map(({ event }) => event))
    await settle(records, batch, new Set(stored))
    if (earned.length > 0) options.onEarned(earned)
  } catch (failure) {
    if (!isRefusal(failure) || isSignedOut(failure)) throw failure
    // One event that the server cannot read must not hold up the others.
    if (batch.length === 1) return settle(records, batch, new Set())
    const middle = batch.length >> 1
    await sendBatch(options, records, batch.slice(0, middle))
    await sendBatch(options, records, batch.slice(middle))
  }
}

/** What was refused stays, to be shown; a place in a lesson is nobody's work. */
async function settle(records: Records, batch: readonly StoredEvent[], stored: ReadonlySet<string>): Promise<void> {
  const isLost = ({ id, event }: StoredEvent) => !stored.has(id) && event.kind === "lesson.read"
  const [lost, settled] = [batch.filter(isLost), batch.filter((record) => !isLost(record))]
  await records.write(
    settled.map((record) => ({ ...record, state: stored.has(record.id) ? "sent" : "refused" })),
    lost.map(({ id }) => id),
  )
  const superseded = findSuperseded(records.list())
  if (superseded.length > 0) await records.write([], superseded)
}

function isSignedOut(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === UNAUTHORIZED
}

const UNAUTHORIZED = 401
/** Places in a lesson change often. */
const LATER_MS = 5000
/** `EVENT_BATCH` of the contract, whose schemas this page does not load. */
export const BATCH = 50

/** The place in a lesson counts only until the reader is at another one. */
function isEarlierRead(other: StoredEvent, record: StoredEvent): boolean {
  return (
    other.event.kind === "lesson.read" &&
    other.event.lessonId === record.event.lessonId &&
    other.owner === record.owner &&
    other.event.at <= record.event.at
  )
}

/** Ids of sent events that say nothing to this device any more. */
function findSuperseded(records: readonly StoredEvent[]): string[] {
  const sent = records.filter(({ state }) => state === "sent")
  const isOld = (record: StoredEvent) =>
    record.event.kind === "lesson.read" && records.some((other) => other !== record && isEarlierRead(record, other))
  return sent.filter(isOld).map(({ id }) => id)
}

const MONTH_MS = 30 * 86_400_000

/** Ids of sent events: those of an account that is not signed in, and old ones that the server tells about. */
function findForgettable(records: readonly StoredEvent[], account: string | null, now: number): string[] {
  const isOld = ({ event }: StoredEvent) => event.kind !== "lesson.completed" && Date.parse(event.at) < now - MONTH_MS
  return records
    .filter((record) => record.state === "sent" && (record.owner !== account || isOld(record)))
    .map(({ id }) => id)
}
