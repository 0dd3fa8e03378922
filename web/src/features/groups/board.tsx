import type { StudyGroup } from "@haitech/contract/study-groups"
import { type ReactNode, useRef, useState } from "react"
import { useGroupsApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useBoard, useIsStoredBoard, useMember } from "./api.ts"
import { BoardPost } from "./board-post.tsx"
import { Composer } from "./composer.tsx"
import { obstacleText } from "./obstacles.ts"
import { useWaitingPosts } from "./use-waiting-posts.ts"
import { WaitingPostView } from "./waiting-post.tsx"

interface Props {
  readonly group: StudyGroup
  /** Shown when there is nothing to show. */
  readonly failed: (error: unknown, again: () => unknown) => ReactNode
}

/** The posts of a group, oldest first, and what the member wrote on this device. */
export function Board({ group, failed }: Props) {
  const { t } = useGroupsApp()
  const list = useRef<HTMLOListElement>(null)
  const [pages, setPages] = useState(1)
  const { data: board, error, refetch, isPlaceholderData } = useBoard(group.id, pages)
  const isStored = useIsStoredBoard(group.id)
  const posts = board?.posts
  const { data: user } = useMember()
  const unsent = useWaitingPosts({ groupId: group.id, account: user?.id, posts })
  const obstacle = obstacleText(group.obstacle)
  if (error && !posts) return failed(error, refetch)
  if (!board || !posts) {
    return (
      <div role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        <Skeleton className="h-64" />
      </div>
    )
  }
  return (
    <>
      {(isStored || error) && (
        <p className="notice" role="status">
          {t("group.old")}
        </p>
      )}
      {board.hasEarlier && (
        <p className="text-center">
          <BusyButton look="quiet" compact isBusy={isPlaceholderData} onClick={() => setPages(pages + 1)}>
            {t("group.earlier")}
          </BusyButton>
        </p>
      )}
      {posts.length + unsent.length === 0 && <p className="text-muted">{t("group.no_posts")}</p>}
      <ol ref={list} className="board-posts" tabIndex={-1} aria-label={group.name}>
        {posts.map((post) => (
          <BoardPost key={post.id} groupId={group.id} post={post} onGone={() => list.current?.focus()} />
        ))}
        {user && unsent.map((post) => <WaitingPostView key={post.id} account={user.id} post={post} />)}
      </ol>
      {obstacle && <p className="notice">{t(obstacle)}</p>}
      {user && !obstacle && <Composer groupId={group.id} account={user.id} />}
    </>
  )
}
