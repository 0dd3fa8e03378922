import type { ChatThread } from "@haitech/contract/admin/chat"
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app.tsx"
import { useReplyDraft } from "#platform/use-reply-draft.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useReadUpTo, useRespond, useThread } from "./admin-api.ts"
import { usePollWhileDown } from "./admin-live.tsx"
import { AdminLog } from "./admin-log.tsx"
import { AdminReplyPicker, type Picked } from "./admin-reply-picker.tsx"
import { type Conversation, useConversation } from "./admin-state.ts"

interface Props {
  /** What is answered; nothing while the dialog is closed. */
  readonly thread: ChatThread | null
  readonly onClose: () => void
}

/** §2 "respond to chat": the answer stands in the visitor's conversation. */
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
  const { data: now = thread } = useThread(thread.id, usePollWhileDown())
  const conversation = useConversation(thread.id)
  const { message, write, wrong, isPending, submit } = useResponse(thread, conversation, onDone)
  const field = useRef<HTMLTextAreaElement>(null)
  const [written, setWritten] = useState<Picked["language"]>()
  // What a dialog gives the focus to when it opens.
  useLayoutEffect(() => field.current?.setAttribute("autofocus", ""), [])
  function insert({ text, language }: Picked) {
    const area = field.current
    if (!area) return
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end")
    write(area.value)
    setWritten(language)
    area.focus()
  }
  return (
    <div className="admin-respond">
      <AdminLog thread={now} conversation={conversation} />
      <AdminReplyPicker thread={thread} onPick={insert} />
      <form className="grid gap-5" noValidate onSubmit={submit}>
        {/* Not disabled while it is sent: who writes keeps the caret. */}
        <TextAreaField
          ref={field}
          label={t("admin.reply_label")}
          name="message"
          rows={4}
          required
          readOnly={isPending}
          lang={written}
          value={message}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={sendOnEnter}
          error={wrong}
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

/** So many characters before the limit begins the counting. */
const NEAR = 200

function Remaining({ length }: { readonly length: number }) {
  const { t, lengths } = useAdminApp()
  const left = lengths.response - length
  if (left > NEAR) return null
  return (
    <p className={left < 0 ? "small admin-over" : "small text-muted"}>
      {left < 0 ? t("admin.chat_over", { count: -left }) : t("admin.chat_left", { count: left })}
    </p>
  )
}

/** §5 "Chat response". Sent, it also reads what was shown above it. */
function useResponse(thread: ChatThread, { unread, last }: Conversation, onDone: () => void) {
  const { t, showToast, lengths } = useAdminApp()
  const { mutateAsync, isPending } = useRespond()
  const readUpTo = useReadUpTo()
  const draft = useReplyDraft(`chat:${thread.id}`)
  const [wrong, setWrong] = useState<string>()

  async function send(message: string) {
    try {
      await mutateAsync({ threadId: thread.id, message, id: draft.send(message) })
    } catch (failure) {
      const said = serverProblem(failure)
      setWrong(said.fields["message"])
      return showToast("failure", t("admin.respond_failed_title"), said.message ?? t("admin.respond_failed"))
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
    setWrong(message === "" ? t("admin.reply_empty") : isLong ? t("admin.too_long") : undefined)
    if (message === "" || isLong) event.currentTarget.querySelector("textarea")?.focus()
    else if (!isPending) void send(message)
  }
  function write(text: string) {
    draft.write(text)
    setWrong(undefined)
  }
  return { message: draft.message, write, wrong, isPending, submit }
}
