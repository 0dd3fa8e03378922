import type { ChatThread } from "@haitech/contract/admin/chat"
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useThread } from "./api.ts"
import { usePollWhileDown } from "./live.tsx"
import { AdminLog } from "./log.tsx"
import { AdminReplyPicker, type PickedReply } from "./reply-picker.tsx"
import { RemainingLength, useResponse } from "./response.tsx"
import { useConversation } from "./state.ts"

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
  const { message, write, error, isSending, form } = useResponse(thread, conversation, onDone)
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
      <form className="grid gap-5" {...form}>
        {/* Read-only instead of disabled while it is sent, so that the field keeps the caret. */}
        <TextAreaField
          ref={field}
          label={t("admin.reply_label")}
          name="message"
          rows={4}
          required
          readOnly={isSending}
          lang={insertedLanguage}
          value={message}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={sendOnEnter}
          error={error}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={isSending}>
            {isSending ? t("admin.reply_sending") : t("admin.respond_submit")}
          </Button>
          <Button look="quiet" onClick={onDone}>
            {t("profile.cancel")}
          </Button>
          <RemainingLength length={message.trim().length} />
        </div>
      </form>
    </div>
  )
}

function sendOnEnter({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) {
  if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
}
