import { routes } from "@haitech/contract/routes"
import { createId } from "#platform/forms/create-id.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { openSendQueue } from "#platform/offline/send-queue.ts"
import { realTimers, withTabLock } from "#platform/offline/single-flight.ts"
import { openStorage } from "#platform/offline/storage.ts"

interface UnsentPost {
  readonly groupId: string
  readonly message: string
}

export interface WaitingPost {
  readonly id: string
  readonly message: string
  readonly state: "sending" | "waiting" | "refused"
  readonly reason: string
}

const PREFIX = "group-post/"
const UNAUTHORIZED = 401
const listeners = new Set<(groupId: string | null) => void>()
let owner: string | undefined
let queue: ReturnType<typeof openPostQueue> | undefined

/** The posts that the server does not have yet, one queue for each page. `account` is who is signed in. */
export function postQueue(account: string) {
  owner = account
  queue ??= openPostQueue()
  return queue
}

function openPostQueue() {
  const announce = () => tell(null)
  const items = openSendQueue<UnsentPost, unknown>({
    storage: openStorage(),
    keyPrefix: PREFIX,
    timers: realTimers,
    withTabLock: (run) => withTabLock("group-posts", run),
    isOnline: () => navigator.onLine,
    canSend: (item) => navigator.onLine && item.owner === owner,
    send: (item) => send(item.id, item.owner, item.body),
    onSent: ({ body }) => tell(body.groupId),
    onFailed: () => undefined,
    onRemoved: () => {
      for (const { body } of items.removed()) tell(body.groupId)
      items.clearRemoved()
    },
    onChange: announce,
  })
  addEventListener("offline", announce)
  addEventListener("online", () => void items.retryNow())
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && items.reread())
  items.reread()
  void items.flush()

  return {
    /** Tells of changes on the device, and which group has a new post on the server. */
    subscribe(listener: (groupId: string | null) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    waitingIn: (groupId: string): WaitingPost[] =>
      items
        .list()
        .filter((item) => item.owner === owner && item.body.groupId === groupId)
        .map(({ id, body, refusal }) => ({
          id,
          message: body.message,
          state: refusal === undefined ? (!navigator.onLine || items.isWaiting(id) ? "waiting" : "sending") : "refused",
          reason: refusal ?? "",
        })),
    write(groupId: string, message: string): void {
      void items.put({ id: createId(), owner: owner ?? "", writtenAt: Date.now(), body: { groupId, message } })
    },
    sendAgain(id: string): void {
      const item = items.list().find((candidate) => candidate.id === id)
      if (item?.refusal === undefined) void items.sendNow(id)
      else void items.retry(item)
    },
    drop: items.drop,
  }
}

function tell(groupId: string | null): void {
  for (const listener of listeners) listener(groupId)
}

/** Only for the account that wrote it: another one may have signed in in another tab. */
async function send(id: string, author: string, { groupId, message }: UnsentPost): Promise<unknown> {
  const { lang } = document.documentElement
  try {
    const user = await request(routes.readUser, {}, lang)
    if (user.id !== author) throw new Error("another account is signed in")
    return await request(routes.sendGroupPost, { params: { id: groupId }, body: { id, message } }, lang)
  } catch (error) {
    if (error instanceof CallFailed && error.status === UNAUTHORIZED) throw new Error("signed out", { cause: error })
    throw error
  }
}
