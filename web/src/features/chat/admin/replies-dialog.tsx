import type { SavedReply } from "@haitech/contract/admin/chat"
import { LANGUAGES } from "@haitech/contract/languages"
import { useEffect, useRef, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useDeleteReply, useSavedReplies } from "./api.ts"
import { AdminReplyForm } from "./reply-form.tsx"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The saved replies: the list, or one reply in its form. */
export function AdminRepliesDialog({ isOpen, onClose }: Props) {
  const { t } = useAdminApp()
  const [target, setTarget] = useState<{ readonly reply: SavedReply | null } | null>(null)
  const close = () => {
    setTarget(null)
    onClose()
  }
  const title = target ? (target.reply ? t("admin.chat_reply_edit") : t("admin.chat_reply_add")) : null
  return (
    <Dialog
      id="saved-replies"
      className="wide"
      title={title ?? t("admin.chat_replies")}
      closeLabel={t("dialog.close")}
      {...useModal(isOpen, close)}
    >
      {isOpen && !target && <Replies onEdit={(reply) => setTarget({ reply })} />}
      {isOpen && target && (
        <AdminReplyForm key={target.reply?.id ?? "new"} reply={target.reply} onDone={() => setTarget(null)} />
      )}
    </Dialog>
  )
}

function Replies({ onEdit }: { readonly onEdit: (reply: SavedReply | null) => void }) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useSavedReplies()
  const add = useRef<HTMLButtonElement>(null)
  const count = data?.length
  // Closing the form or deleting a reply removes the focused element.
  useEffect(() => {
    if (document.activeElement === document.body) add.current?.focus()
  }, [count])
  if (error) {
    return <LoadFailed {...loadError(error, refetch)} />
  }
  if (!data) return <Skeleton className="mt-5 h-48" />
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-muted">{data.length === 0 ? t("admin.chat_replies_empty") : t("admin.chat_replies_about")}</p>
      <ul className="admin-replies">
        {data.map((reply) => (
          <Reply key={reply.id} reply={reply} onEdit={() => onEdit(reply)} />
        ))}
      </ul>
      <p>
        <Button ref={add} compact onClick={() => onEdit(null)}>
          <AdminIcon name="plus" />
          {t("admin.chat_reply_add")}
        </Button>
      </p>
    </div>
  )
}

function Reply({ reply, onEdit }: { readonly reply: SavedReply; readonly onEdit: () => void }) {
  const { t } = useAdminApp()
  const [isConfirming, setConfirming] = useState(false)
  const [wasCancelled, setCancelled] = useState(false)
  const cancel = () => {
    setCancelled(true)
    setConfirming(false)
  }
  if (isConfirming) return <DeleteConfirmation reply={reply} onCancel={cancel} />
  return (
    <li>
      <strong>{reply.title}</strong>
      <span className="admin-chips">
        {LANGUAGES.filter((language) => reply[language]).map((language) => (
          <Chip key={language}>
            <span lang={language}>{t(`language.${language}`)}</span>
          </Chip>
        ))}
      </span>
      <span className="admin-replies-actions">
        <Button look="quiet" compact onClick={onEdit}>
          {t("admin.edit")} <span className="sr">{reply.title}</span>
        </Button>
        <Button
          ref={wasCancelled ? focus : undefined}
          look="quiet"
          compact
          className="danger"
          onClick={() => setConfirming(true)}
        >
          {t("admin.delete")} <span className="sr">{reply.title}</span>
        </Button>
      </span>
    </li>
  )
}

/** A ref callback for buttons that replace the focused button. */
function focus(button: HTMLButtonElement | null) {
  button?.focus()
}

function DeleteConfirmation({
  reply: { id, title },
  onCancel,
}: {
  readonly reply: SavedReply
  readonly onCancel: () => void
}) {
  const { t, showToast, failureMessage } = useAdminApp()
  const { mutateAsync, isPending } = useDeleteReply()
  async function remove() {
    try {
      await mutateAsync(id)
      showToast("success", t("admin.chat_reply_deleted"), title)
    } catch (failure) {
      showToast("failure", t("admin.delete_failed_title"), failureMessage(failure))
    }
  }
  return (
    <li>
      <span className="strong" role="alert">
        {t("admin.chat_reply_delete", { title })}
      </span>
      <span className="admin-replies-actions">
        <Button ref={focus} look="quiet" compact disabled={isPending} onClick={onCancel}>
          {t("admin.chat_reply_keep")}
        </Button>
        <Button look="quiet" compact className="danger" disabled={isPending} onClick={() => void remove()}>
          {t("admin.delete")}
        </Button>
      </span>
    </li>
  )
}
