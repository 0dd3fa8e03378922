import { routes } from "@haitech/contract/routes"
import { sendStoredEvents } from "#features/learning/event-log.ts"
import { openEventStore } from "#features/learning/event-store.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { realTimers, withTabLock } from "#platform/offline/single-flight.ts"

const UNAUTHORIZED = 401
const LANGUAGE = "en"

/**
 * Sends the events of whose session it is, after the last page was closed. Events that wait for another account stay.
 * @throws what `request` throws: the browser then tries again later
 */
export async function sendEvents(): Promise<void> {
  const session = await sessionMark()
  const channel = new BroadcastChannel("learning")
  await sendStoredEvents({
    store: openEventStore(),
    timers: realTimers,
    withTabLock: (run) => withTabLock("learning-events", run),
    isOwn: (owner) => session !== undefined && owner === `session:${session}`,
    identify,
    send: (events) => request(routes.appendEvents, { body: { events: [...events] } }, LANGUAGE),
    onWrite: () => channel.postMessage("written"),
    onChange: () => undefined,
    onEarned: () => undefined,
    onMerged: () => undefined,
  }).finally(() => channel.close())
}

async function identify(): Promise<string | null> {
  try {
    return (await request(routes.readUser, {}, LANGUAGE)).id
  } catch (error) {
    if (error instanceof CallFailed && error.status === UNAUTHORIZED) return null
    throw error
  }
}

/** The value of the cookie of the sign-in, where a worker can read cookies (Cookie Store API). */
async function sessionMark(): Promise<string | undefined> {
  const { cookieStore } = globalThis as { cookieStore?: { get(name: string): Promise<{ value?: string } | null> } }
  return (await cookieStore?.get("signed_in"))?.value
}
