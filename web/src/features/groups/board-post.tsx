import { formatDay, formatHour } from "@haitech/contract/clock"
import type { GroupPost } from "@haitech/contract/study-groups"
import { useState } from "react"
import { useGroupsApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Icon } from "#ui/icon.tsx"
import { type PostAction, usePostAction } from "./api.ts"
import { ReportForm } from "./report-form.tsx"

interface Props {
  readonly groupId: string
  readonly post: GroupPost
  /** After the post has left the list. */
  readonly onGone: () => void
}

export function BoardPost({ groupId, post, onGone }: Props) {
  const { t, language } = useGroupsApp()
  const { isOwn, isMentor, isRemoved, message, createdAt } = post
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const name = post.name || t("dashboard.learner")
  return (
    <li className={isOwn ? "board-post own" : "board-post"}>
      <p className="board-who">
        <b>{isOwn ? t("group.you") : name}</b>
        {isMentor && <Chip tone="info">{t("group.is_mentor")}</Chip>}
        <time dateTime={createdAt}>
          {formatDay(language, createdAt, zone)}, {formatHour(language, createdAt, zone)}
        </time>
      </p>
      {isRemoved ? (
        <p className="text-muted">{t("group.removed")}</p>
      ) : (
        <>
          {/* The language of the text is unknown. */}
          <p className="board-text" lang="">
            {message}
          </p>
          <PostActions groupId={groupId} post={post} name={name} onGone={onGone} />
        </>
      )}
    </li>
  )
}

function PostActions({ groupId, post, name, onGone }: Props & { readonly name: string }) {
  const { t, showToast, showFailure } = useGroupsApp()
  const [isReporting, setReporting] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = usePostAction(groupId, post)
  const run = (action: PostAction) =>
    mutate(action, {
      onError: showFailure,
      onSuccess: () => {
        if (action === "hide") showToast("success", t("group.hidden_title"), t("group.hidden", { name }))
        onGone()
      },
    })
  if (isReporting) return <ReportForm groupId={groupId} post={post} onDone={() => setReporting(false)} />
  return (
    <div className="group-actions">
      <Button
        look="quiet"
        compact
        aria-expanded={isOpen}
        aria-label={post.isOwn ? t("group.more_own") : t("group.more", { name })}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="down" />
      </Button>
      {isOpen && post.isOwn && (
        <BusyButton isBusy={isPending} look="quiet" compact onClick={() => run("delete")}>
          {t("chat.delete")}
        </BusyButton>
      )}
      {isOpen && !post.isOwn && (
        <>
          <Button look="quiet" compact onClick={() => setReporting(true)}>
            {t("group.report")}
          </Button>
          <BusyButton isBusy={isPending} look="quiet" compact onClick={() => run("hide")}>
            {t("group.hide", { name })}
          </BusyButton>
        </>
      )}
    </div>
  )
}
