import type { GroupPost } from "@haitech/contract/study-groups"
import { useEffect, useState } from "react"
import { useRefreshBoard } from "./api.ts"
import { openPostQueue, type WaitingPost } from "./post-queue.ts"

interface Shown {
  readonly groupId: string
  readonly account: string | undefined
  readonly posts: readonly GroupPost[] | undefined
}

/** A member's posts in a group that are not among the shown ones yet. */
export function useWaitingPosts({ groupId, account, posts }: Shown): readonly WaitingPost[] {
  const [waiting, setWaiting] = useState<readonly WaitingPost[]>([])
  const refresh = useRefreshBoard(groupId)
  const [onSent] = useState(() => refresh)
  useEffect(() => {
    if (account === undefined) return
    const mount = new AbortController()
    void openPostQueue(account).then((queue) => {
      if (mount.signal.aborted) return
      const update = () => setWaiting(queue.waitingIn(groupId))
      update()
      const unsubscribe = queue.subscribe((sentTo) => {
        update()
        if (sentTo === groupId) void onSent()
      })
      mount.signal.addEventListener("abort", unsubscribe)
    })
    return () => mount.abort()
  }, [groupId, account, onSent])
  useEffect(() => {
    if (account === undefined) return
    void openPostQueue(account).then((queue) => {
      for (const { clientId } of posts ?? []) if (clientId) queue.forgetSent(clientId)
    })
  }, [account, posts])
  const shown = new Set(posts?.map(({ clientId }) => clientId))
  return waiting.filter(({ id }) => !shown.has(id))
}
