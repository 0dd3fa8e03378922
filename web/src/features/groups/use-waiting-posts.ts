import { useEffect, useState } from "react"
import { useRefreshBoard } from "./api.ts"
import { openPostQueue, type WaitingPost } from "./post-queue.ts"

/** A member's posts in a group that are still on the device. */
export function useWaitingPosts(groupId: string, account: string | undefined): readonly WaitingPost[] {
  const [posts, setPosts] = useState<readonly WaitingPost[]>([])
  const refresh = useRefreshBoard(groupId)
  const [onSent] = useState(() => refresh)
  useEffect(() => {
    if (account === undefined) return
    const mount = new AbortController()
    void openPostQueue(account).then((queue) => {
      if (mount.signal.aborted) return
      const update = () => setPosts(queue.waitingIn(groupId))
      update()
      const unsubscribe = queue.subscribe((sentTo) => {
        update()
        if (sentTo === groupId) void onSent()
      })
      mount.signal.addEventListener("abort", unsubscribe)
    })
    return () => mount.abort()
  }, [groupId, account, onSent])
  return posts
}
