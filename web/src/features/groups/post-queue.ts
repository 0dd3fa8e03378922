import { routes } from "@haitech/contract/routes"
import { createId } from "#platform/forms/create-id.ts"
import { request } from "#platform/http/request.ts"
import { type ItemState, openAccountQueue } from "#platform/offline/account-queue.ts"
import { type DurableStorage, openDurableStorage } from "#platform/offline/durable-storage.ts"
import { openStorage } from "#platform/offline/storage.ts"

interface UnsentPost {
  readonly groupId: string
  readonly message: string
}

export interface WaitingPost {
  readonly id: string
  readonly message: string
  readonly state: ItemState
  readonly reason: string
}

export type PostQueue = Awaited<ReturnType<typeof openQueue>>

const PREFIX = "group-post/"

/** What the server has, until a board shows it: reading that may fail, or give an older one that is stored here. */
const sent = new Map<string, UnsentPost>()
const listeners = new Set<(groupId: string | null) => void>()
let owner: string | undefined
let opened: Promise<PostQueue> | undefined

/** The posts that the server does not have yet, one queue for each page. `account` is who is signed in. */
export function openPostQueue(account: string): Promise<PostQueue> {
  owner = account
  opened ??= openQueue()
  return opened
}

async function openQueue() {
  const storage = openDurableStorage(() => items.reread())
  const items = openAccountQueue<UnsentPost, unknown>({
    storage,
    refresh: storage.refresh,
    keyPrefix: PREFIX,
    lock: "group-posts",
    isHere: (author) => author === owner,
    send: ({ id, body: { groupId, message } }) =>
      request(routes.sendGroupPost, { params: { id: groupId }, body: { id, message } }, document.documentElement.lang),
    onSent({ id, body }) {
      sent.set(id, body)
      tell(body.groupId)
    },
    onRemoved(posts) {
      for (const { body } of posts) tell(body.groupId)
    },
  })
  items.subscribe(() => tell(null))
  await storage.refresh()
  takeOver(storage)
  items.reread()
  void items.flush()

  return {
    /** Tells of changes on the device, and which group has a new post on the server. */
    subscribe(listener: (groupId: string | null) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    waitingIn(groupId: string): WaitingPost[] {
      const there = [...sent].map(([id, body]) => ({ id, body, state: "sending" as const, reason: "" }))
      const here = items.own().map((item) => ({ ...item, state: items.stateOf(item), reason: item.refusal ?? "" }))
      return [...there, ...here]
        .filter(({ body }) => body.groupId === groupId)
        .map(({ id, body: { message }, state, reason }) => ({ id, message, state, reason }))
    },
    forgetSent(id: string): void {
      if (sent.delete(id)) tell(null)
    },
    /** Resolves once it is on the device, or the browser has refused to store it. */
    async write(groupId: string, message: string): Promise<void> {
      void items.put({ id: createId(), owner: owner ?? "", writtenAt: Date.now(), body: { groupId, message } })
      await storage.settled()
    },
    /** Those that nobody has to look at. */
    count: () => items.own().filter(({ refusal }) => refusal === undefined).length,
    retryNow: items.retryNow,
    sendAgain: items.sendAgain,
    drop: items.drop,
  }
}

/** Earlier releases stored posts in local storage. */
function takeOver(storage: DurableStorage): void {
  const local = openStorage()
  for (const name of local.names().filter((candidate) => candidate.startsWith(PREFIX))) {
    storage.set(name, local.get(name) ?? "")
    local.remove(name)
  }
}

function tell(groupId: string | null): void {
  for (const listener of listeners) listener(groupId)
}
