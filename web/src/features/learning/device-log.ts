import type { LearningEvent } from "@haitech/contract/learning"
import { routes } from "@haitech/contract/routes"
import { sendWaitingHelp } from "#features/learning/help/waiting-help.ts"
import { CallFailed, request, requestText } from "#platform/http/request.ts"
import { realTimers, withTabLock } from "#platform/offline/single-flight.ts"
import { openStorage } from "#platform/offline/storage.ts"
import { sendAfterClosing } from "#platform/offline/worker.ts"
import { type EventLog, openEventLog } from "./event-log.ts"
import { openEventStore } from "./event-store.ts"

export interface LogListener {
  readonly onChange?: () => void
  readonly onEarned?: (codes: readonly string[]) => void
  readonly onMerged?: () => void
}

const CHANNEL = "learning"
/** Whose session this is, as `SESSION ACCOUNT`: a page without connection cannot ask. */
const OWNER_KEY = "learner"
const UNAUTHORIZED = 401
/** Enough to put a learner's work on another day. */
const MAX_CLOCK_ERROR_MS = 3_600_000

const listeners = new Set<LogListener>()
let log: EventLog | undefined

/** The event log of this device, one for each page. */
export function deviceLog(): EventLog {
  log ??= openDeviceLog()
  return log
}

export function listenToLog(listener: LogListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The account of this device's session, as far as is known without asking. */
export function knownOwner(): string | null {
  const [of, account] = storage.get(OWNER_KEY)?.split(" ") ?? []
  return of !== undefined && of === session() ? (account ?? null) : null
}

/** Stands for an account until the server has said whose session this is; null for a guest. */
export function sessionOwner(): string | null {
  const current = session()
  return current === undefined ? null : `session:${current}`
}

/** Whether something on this device belongs to who is signed in. */
export function isOwn(owner: string): boolean {
  return owner === knownOwner() || owner === sessionOwner()
}

const storage = openStorage()

function openDeviceLog(): EventLog {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : undefined
  const { lang } = document.documentElement
  const opened = openEventLog({
    store: openEventStore(),
    timers: realTimers,
    withTabLock: (run) => withTabLock("learning-events", run),
    isOnline: () => navigator.onLine,
    owner: () => knownOwner() ?? sessionOwner(),
    isOwn,
    identify: () => identify(lang),
    send: (events) => send(events, lang),
    onChange: () => announce((listener) => listener.onChange?.()),
    onWrite() {
      channel?.postMessage("written")
      if (!navigator.onLine) void sendAfterClosing()
    },
    onEarned: (codes) => announce((listener) => listener.onEarned?.(codes)),
    onMerged: () => announce((listener) => listener.onMerged?.()),
  })
  channel?.addEventListener("message", () => void opened.reread())
  addEventListener("online", () => void opened.retryNow())
  addEventListener("online", () => void sendWaitingHelp())
  addEventListener("offline", () => announce((listener) => listener.onChange?.()))
  document.addEventListener("visibilitychange", () => void opened.flush())
  void opened.reread().then(opened.flush).then(sendWaitingHelp)
  return opened
}

function announce(tell: (listener: LogListener) => void): void {
  for (const listener of listeners) tell(listener)
}

let clockErrorMs = 0
let identified: { readonly session: string; readonly account: string } | undefined

/** Asks the server once for each session; null for a guest. @throws what `request` throws */
export const currentAccount = () => identify(document.documentElement.lang)

async function identify(language: string): Promise<string | null> {
  const current = session()
  if (current === undefined) return null
  try {
    if (identified?.session !== current)
      identified = { session: current, account: (await request(routes.readUser, {}, language)).id }
    storage.set(OWNER_KEY, `${current} ${identified.account}`)
    return identified.account
  } catch (error) {
    if (error instanceof CallFailed && error.status === UNAUTHORIZED) return null
    throw error
  }
}

async function send(events: readonly LearningEvent[], language: string) {
  const { text, headers } = await requestText(routes.appendEvents, { body: { events } }, language)
  const now = Date.parse(headers.get("date") ?? "")
  if (now) clockErrorMs = Date.now() - now
  return JSON.parse(text)
}

/** As far as the server has said what time it is. */
export const isClockWrong = () => Math.abs(clockErrorMs) > MAX_CLOCK_ERROR_MS

/** The value of the cookie that each sign-in sets anew. */
function session(): string | undefined {
  return /(?:^|; )signed_in=(\w+)/.exec(document.cookie)?.[1]
}
