import { useEffect, useState } from "react"
import { useRefreshBoard } from "./api.ts"
import { postQueue, type WaitingPost } from "./post-queue.ts"

/** A member's posts in a group that are still on the device. */
export function useWaitingPosts(groupId: string, account: string | undefined): readonly WaitingPost[] {
  const [posts, setPosts] = useState<readonly WaitingPost[]>([])
  const refresh = useRefreshBoard(groupId)
  const [onSent] = useState(() => refresh)
  useEffect(() => {
    if (account === undefined) return
    const queue = postQueue(account)
    const update = () => setPosts(queue.waitingIn(groupId))
    update()
    return queue.subscribe((sentTo) => {
      update()
      if (sentTo === groupId) void onSent()
    })
  }, [groupId, account, onSent])
  return posts
}
