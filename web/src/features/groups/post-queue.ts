import { routes } from "@haitech/contract/routes"
import { createId } from "#platform/forms/create-id.ts"
import { request } from "#platform/http/request.ts"
import { type ItemState, openAccountQueue } from "#platform/offline/account-queue.ts"

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
  const items = openAccountQueue<UnsentPost, unknown>({
    keyPrefix: "group-post/",
    lock: "group-posts",
    isHere: (author) => author === owner,
    send: ({ id, body: { groupId, message } }) =>
      request(routes.sendGroupPost, { params: { id: groupId }, body: { id, message } }, document.documentElement.lang),
    onSent: ({ body }) => tell(body.groupId),
    onRemoved(posts) {
      for (const { body } of posts) tell(body.groupId)
    },
  })
  items.subscribe(() => tell(null))
  void items.flush()

  return {
    /** Tells of changes on the device, and which group has a new post on the server. */
    subscribe(listener: (groupId: string | null) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    waitingIn: (groupId: string): WaitingPost[] =>
      items
        .own()
        .filter(({ body }) => body.groupId === groupId)
        .map((item) => ({
          id: item.id,
          message: item.body.message,
          state: items.stateOf(item),
          reason: item.refusal ?? "",
        })),
    write(groupId: string, message: string): void {
      void items.put({ id: createId(), owner: owner ?? "", writtenAt: Date.now(), body: { groupId, message } })
    },
    sendAgain: items.sendAgain,
    drop: items.drop,
  }
}

function tell(groupId: string | null): void {
  for (const listener of listeners) listener(groupId)
}
