import type { LearningEvent } from "@haitech/contract/learning"
import { routes } from "@haitech/contract/routes"
import { sendWaitingHelp } from "#features/learning/help/waiting-help.ts"
import { requestText } from "#platform/http/request.ts"
import { currentOwner, isOwn, knownOwner } from "#platform/offline/device-account.ts"
import { sessionOwner } from "#platform/offline/session-owner.ts"
import { realTimers, withTabLock } from "#platform/offline/single-flight.ts"
import { sendAfterClosing } from "#platform/offline/worker.ts"
import { type EventLog, openEventLog } from "./event-log.ts"
import { openEventStore } from "./event-store.ts"

export interface LogListener {
  readonly onChange?: () => void
  readonly onEarned?: (codes: readonly string[]) => void
  readonly onMerged?: () => void
}

const CHANNEL = "learning"
/** Enough to put the learner's work on another day. */
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
    identify: currentOwner,
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

async function send(events: readonly LearningEvent[], language: string) {
  const { text, headers } = await requestText(routes.appendEvents, { body: { events } }, language)
  const now = Date.parse(headers.get("date") ?? "")
  if (now) clockErrorMs = Date.now() - now
  return JSON.parse(text)
}

/** As far as the server has said what time it is. */
export const isClockWrong = () => Math.abs(clockErrorMs) > MAX_CLOCK_ERROR_MS
