import type { ChatThread } from "@haitech/contract/office-chat"
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import { saidOf, useOffice } from "#platform/app.tsx"
import { useAnswer } from "#platform/use-answer.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useReadUpTo, useRespond, useThread } from "./office-api.ts"
import { usePollWhileDown } from "./office-live.tsx"
import { OfficeLog } from "./office-log.tsx"
import { OfficeReplyPicker, type Picked } from "./office-reply-picker.tsx"
import { type Conversation, useConversation } from "./office-state.ts"

interface Props {
  /** What is answered; nothing while the dialog is closed. */
  readonly thread: ChatThread | null
  readonly onClose: () => void
}

/** §2 "respond to chat": the answer stands in the visitor's conversation. */
export function OfficeRespondDialog({ thread, onClose }: Props) {
  const { t } = useOffice()
  return (
    <Dialog
      id="respond"
      className="wide"
      title={t("office.respond_title", { name: thread?.name ?? "" })}
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
  const { t } = useOffice()
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
    <div className="office-respond">
      <OfficeLog thread={now} conversation={conversation} />
      <OfficeReplyPicker thread={thread} onPick={insert} />
      <form className="grid gap-5" noValidate onSubmit={submit}>
        {/* Not disabled while it is sent: who writes keeps the caret. */}
        <TextAreaField
          ref={field}
          label={t("office.reply_label")}
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
            {isPending ? t("office.reply_sending") : t("office.respond_submit")}
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
  const { t, limits } = useOffice()
  const left = limits.response - length
  if (left > NEAR) return null
  return (
    <p className={left < 0 ? "small office-over" : "small text-muted"}>
      {left < 0 ? t("office.chat_over", { count: -left }) : t("office.chat_left", { count: left })}
    </p>
  )
}

/** §5 "Chat response". Sent, it also reads what was shown above it. */
function useResponse(thread: ChatThread, { unread, last }: Conversation, onDone: () => void) {
  const { t, tell, limits } = useOffice()
  const { mutateAsync, isPending } = useRespond()
  const readUpTo = useReadUpTo()
  const draft = useAnswer(`chat:${thread.id}`)
  const [wrong, setWrong] = useState<string>()

  async function send(message: string) {
    try {
      await mutateAsync({ threadId: thread.id, message, id: draft.send(message) })
    } catch (failure) {
      const said = saidOf(failure)
      setWrong(said.fields["message"])
      return tell("failure", t("office.respond_failed_title"), said.message ?? t("office.respond_failed"))
    }
    draft.forget()
    if (unread.length > 0) readUpTo.mutate({ id: thread.id, sequence: last })
    tell("success", t("office.respond_done_title"), t("office.respond_done"))
    onDone()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const message = draft.message.trim()
    const isLong = message.length > limits.response
    if (isLong) tell("failure", t("office.too_long_title"), t("office.too_long"))
    setWrong(message === "" ? t("office.reply_empty") : isLong ? t("office.too_long") : undefined)
    if (message === "" || isLong) event.currentTarget.querySelector("textarea")?.focus()
    else if (!isPending) void send(message)
  }
  function write(text: string) {
    draft.write(text)
    setWrong(undefined)
  }
  return { message: draft.message, write, wrong, isPending, submit }
}
