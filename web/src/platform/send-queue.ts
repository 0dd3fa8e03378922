import { backoff } from "./backoff.ts"
import { CallFailed } from "./request.ts"
import { singleFlight, type Timers } from "./single-flight.ts"
import type { TextStorage } from "./storage.ts"

/** What was written and not yet acknowledged. */
export interface QueuedItem<Body> {
  /** Made where it was written: sent again under it, it is the same. */
  readonly id: string
  /** Who wrote it. */
  readonly owner: string
  readonly writtenAt: number
  readonly body: Body
  /** Why the server does not take it; empty where it did not say. Only a person sends it again. */
  readonly refusal?: string
}

interface Settings<Body, Receipt> {
  /** Its names in the storage begin with this. */
  readonly mark: string
  readonly storage: TextStorage
  readonly timers: Timers
  /** Keeps other tabs from sending at the same time. */
  readonly withTabLock: <T>(act: () => Promise<T>) => Promise<T>
  /** May it be sent by itself? */
  readonly canSend: (unsent: QueuedItem<Body>) => boolean
  readonly send: (unsent: QueuedItem<Body>) => Promise<Receipt>
  readonly onSent: (unsent: QueuedItem<Body>, receipt: Receipt) => void
  /** `isFirst` of this one, since it was written or sent anew by hand. */
  readonly onFailed: (failure: unknown, isFirst: boolean) => void
  /** Another tab sent something, or deleted it: which of the two is not known here. */
  readonly onGone: () => void
  readonly onChange: () => void
}

/** What is older nobody expects to be sent any more. */
const MOST_AGE_MS = 30 * 86_400_000
/** Asked to slow down, without being told for how long. */
const PAUSE_MS = 30_000
const TOO_LATE = [408, 425]
const TOO_MANY = 429

/**
 * Sends what people wrote, in order, one after the other, until the server has it: what is in here outlives the page,
 * the browser and the power. Each text has a name of its own in the storage, so that two tabs never write over each other.
 */
export function openSendQueue<Body, Receipt>(settings: Settings<Body, Receipt>) {
  const { mark, storage, timers, onChange } = settings
  let unsent: readonly QueuedItem<Body>[] = []
  let gone: readonly QueuedItem<Body>[] = []
  let failures = 0
  let onWay: string | null = null
  let notBefore = 0
  let isPaused = false
  let wake = () => {}
  const tried = new Set<string>()

  function reread(): void {
    const before = unsent
    unsent = kept(storage, mark, timers.now())
    const still = new Set(unsent.map(({ id }) => id))
    const missing = before.filter(({ id, refusal }) => refusal === undefined && !still.has(id))
    gone = [...gone, ...missing]
    onChange()
    if (missing.length > 0) settings.onGone()
  }

  function write(changed: QueuedItem<Body>): void {
    storage.set(mark + changed.id, JSON.stringify(changed))
    reread()
  }

  function drop(id: string): void {
    storage.remove(mark + id)
    tried.delete(id)
    unsent = unsent.filter((each) => each.id !== id)
    gone = gone.filter((each) => each.id !== id)
    reread()
  }

  const flush = singleFlight(async () => {
    reread()
    if (next()) await settings.withTabLock(sendAll)
  })

  const next = () => unsent.find((each) => each.refusal === undefined && settings.canSend(each))

  async function sendAll(): Promise<void> {
    // Another tab may have sent it meanwhile.
    reread()
    for (let each = next(); each && timers.now() >= notBefore; each = next()) {
      onWay = each.id
      onChange()
      try {
        settle(each, await settings.send(each))
      } catch (failure) {
        fail(each, failure)
      } finally {
        onWay = null
        reread()
      }
    }
  }

  function settle(sent: QueuedItem<Body>, receipt: Receipt): void {
    failures = 0
    isPaused = false
    drop(sent.id)
    settings.onSent(sent, receipt)
  }

  function fail(failed: QueuedItem<Body>, failure: unknown): void {
    const isFirst = !tried.has(failed.id)
    tried.add(failed.id)
    const { status = 0, problem, retryAfter } = failure instanceof CallFailed ? failure : ({} as Partial<CallFailed>)
    const isRefused = status >= 400 && status < 500 && status !== TOO_MANY && !TOO_LATE.includes(status)
    // It may have come back by another way as sent.
    if (isRefused && unsent.some(({ id }) => id === failed.id)) write({ ...failed, refusal: reason(problem) })
    if (!isRefused) {
      isPaused = status === TOO_MANY
      notBefore = timers.now() + (isPaused ? (retryAfter ? retryAfter * 1000 : PAUSE_MS) : backoff(failures++))
      wake()
      wake = timers.after(notBefore - timers.now(), () => {
        // It may ring a moment early, and there is no other.
        notBefore = 0
        void flush()
      })
    }
    settings.onFailed(failure, isFirst || isRefused)
  }

  return {
    list: () => unsent,
    /** What another tab took away, until it is known what became of it. */
    gone: () => gone,
    forgetGone(): void {
      gone = []
      onChange()
    },
    /** It was tried in vain, or stands behind one that was. */
    isWaiting: (id: string) => tried.has(id) || (onWay !== id && (failures > 0 || isPaused)),
    /** Kept before it is sent. */
    put(written: QueuedItem<Body>): Promise<void> {
      write({ ...written, writtenAt: Math.max(written.writtenAt, (unsent.at(-1)?.writtenAt ?? 0) + 1) })
      return flush()
    },
    /** Once more, by hand: as it was written, or as it is now. */
    retry({ refusal: _refusal, ...again }: QueuedItem<Body>): Promise<void> {
      tried.delete(again.id)
      if (!isPaused) notBefore = 0
      write(again)
      return flush()
    },
    drop,
    reread,
    flush,
    /** The line seems to be back: no need to wait any longer, unless the server asked for it. */
    hurry(): Promise<void> {
      if (!isPaused) notBefore = 0
      return flush()
    },
  }
}

function kept<Body>(storage: TextStorage, mark: string, now: number): QueuedItem<Body>[] {
  const all = storage.names().filter((name) => name.startsWith(mark))
  return all
    .flatMap((name): QueuedItem<Body>[] => {
      const each = parsed<Body>(storage.get(name))
      if (each && now - each.writtenAt <= MOST_AGE_MS) return [each]
      storage.remove(name)
      return []
    })
    .sort((one, other) => one.writtenAt - other.writtenAt || (one.id < other.id ? -1 : 1))
}

function parsed<Body>(text: string | null): QueuedItem<Body> | null {
  try {
    return JSON.parse(text ?? "null")
  } catch {
    return null
  }
}

/** What is wrong, in the server's words: of a field where it names one. */
function reason(problem: CallFailed["problem"] | undefined): string {
  return Object.values(problem?.fields ?? {}).join(" ") || problem?.message || ""
}
