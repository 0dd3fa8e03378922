import type { ChatThread } from "@haitech/contract/admin/chat"
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { useReplyDraft } from "#platform/offline/use-reply-draft.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useReadUpTo, useRespond, useThread } from "./api.ts"
import { usePollWhileDown } from "./live.tsx"
import { AdminLog } from "./log.tsx"
import { AdminReplyPicker, type PickedReply } from "./reply-picker.tsx"
import { type Conversation, useConversation } from "./state.ts"

interface Props {
  /** Null while the dialog is closed. */
  readonly thread: ChatThread | null
  readonly onClose: () => void
}

/** Spec §2, "respond to chat": adds an answer to the visitor's conversation. */
export function AdminRespondDialog({ thread, onClose }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog
      id="respond"
      className="wide"
      title={t("admin.respond_title", { name: thread?.name ?? "" })}
      closeLabel={t("dialog.close")}
      {...useModal(thread !== null, onClose)}
    >
      {thread && <Response key={thread.id} thread={thread} onDone={onClose} />}
    </Dialog>
  )
}

interface ResponseProps {
  readonly thread: ChatThread
  readonly onDone: () => void
}

function Response({ thread, onDone }: ResponseProps) {
  const { t } = useAdminApp()
  const { data: currentThread = thread } = useThread(thread.id, usePollWhileDown())
  const conversation = useConversation(thread.id)
  const { message, write, error, isPending, submit } = useResponse(thread, conversation, onDone)
  const field = useRef<HTMLTextAreaElement>(null)
  const [insertedLanguage, setInsertedLanguage] = useState<PickedReply["language"]>()
  // The dialog focuses this field when it opens.
  useLayoutEffect(() => field.current?.setAttribute("autofocus", ""), [])
  function insert({ text, language }: PickedReply) {
    const area = field.current
    if (!area) return
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end")
    write(area.value)
    setInsertedLanguage(language)
    area.focus()
  }
  return (
    <div className="admin-respond">
      <AdminLog thread={currentThread} conversation={conversation} />
      <AdminReplyPicker thread={thread} onPick={insert} />
      <form className="grid gap-5" noValidate onSubmit={submit}>
        {/* Read-only instead of disabled while it is sent, so that the field keeps the caret. */}
        <TextAreaField
          ref={field}
          label={t("admin.reply_label")}
          name="message"
          rows={4}
          required
          readOnly={isPending}
          lang={insertedLanguage}
          value={message}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={sendOnEnter}
          error={error}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={isPending}>
            {isPending ? t("admin.reply_sending") : t("admin.respond_submit")}
          </Button>
          <Button look="quiet" onClick={onDone}>
            {t("profile.cancel")}
          </Button>
          <Remaining length={message.trim().length} />
        </div>
      </form>
    </div>
  )
}

function sendOnEnter({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) {
  if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
}

/** The counter appears when this many characters remain. */
const NEAR_LIMIT = 200

function Remaining({ length }: { readonly length: number }) {
  const { t, lengths } = useAdminApp()
  const remaining = lengths.response - length
  if (remaining > NEAR_LIMIT) return null
  return (
    <p className={remaining < 0 ? "small admin-over" : "small text-muted"}>
      {remaining < 0 ? t("admin.chat_over", { count: -remaining }) : t("admin.chat_left", { count: remaining })}
    </p>
  )
}

/** Spec §5, "Chat response". A sent answer also marks the messages shown above it as read. */
function useResponse(thread: ChatThread, { unread, last }: Conversation, onDone: () => void) {
  const { t, showToast, lengths } = useAdminApp()
  const { mutateAsync, isPending } = useRespond()
  const readUpTo = useReadUpTo()
  const draft = useReplyDraft(`chat:${thread.id}`)
  const [error, setError] = useState<string>()

  async function send(message: string) {
    try {
      await mutateAsync({ threadId: thread.id, message, id: draft.send(message) })
    } catch (failure) {
      const problem = serverProblem(failure)
      setError(problem.fields["message"])
      return showToast("failure", t("admin.respond_failed_title"), problem.message ?? t("admin.respond_failed"))
    }
    draft.forget()
    if (unread.length > 0) readUpTo.mutate({ id: thread.id, sequence: last })
    showToast("success", t("admin.respond_done_title"), t("admin.respond_done"))
    onDone()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const message = draft.message.trim()
    const isLong = message.length > lengths.response
    if (isLong) showToast("failure", t("admin.too_long_title"), t("admin.too_long"))
    setError(message === "" ? t("admin.reply_empty") : isLong ? t("admin.too_long") : undefined)
    if (message === "" || isLong) event.currentTarget.querySelector("textarea")?.focus()
    else if (!isPending) void send(message)
  }
  function write(text: string) {
    draft.write(text)
    setError(undefined)
  }
  return { message: draft.message, write, error, isPending, submit }
}
