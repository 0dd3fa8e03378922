import { useGroupsApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { openPostQueue, type PostQueue, type WaitingPost } from "./post-queue.ts"

interface Props {
  readonly account: string
  readonly post: WaitingPost
}

/** A post that is still on the device: its state, and what the member can do about it. */
export function WaitingPostView({ account, post: { id, message, state, reason } }: Props) {
  const { t } = useGroupsApp()
  const run = async (change: (queue: PostQueue) => void) => change(await openPostQueue(account))
  return (
    <li className="board-post own pale">
      <p className="board-who">
        <b>{t("group.you")}</b>
      </p>
      <p className="board-text" lang="">
        {message}
      </p>
      <p className="small" role="status">
        {state === "refused"
          ? t("chat.refused", { why: reason })
          : t(state === "sending" ? "chat.sending" : "chat.waiting")}
      </p>
      {state !== "sending" && (
        <p className="group-actions">
          <Button look="quiet" compact onClick={() => void run((queue) => queue.sendAgain(id))}>
            {t(state === "refused" ? "chat.retry" : "chat.send_now")}
          </Button>
          <Button look="quiet" compact onClick={() => void run((queue) => queue.drop(id))}>
            {t("chat.delete")}
          </Button>
        </p>
      )}
    </li>
  )
}
