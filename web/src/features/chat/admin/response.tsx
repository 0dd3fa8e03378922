import type { ChatThread } from "@haitech/contract/admin/chat"
import { type FormEvent, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { useReplyDraft } from "#platform/offline/use-reply-draft.ts"
import { useReadUpTo, useRespond } from "./api.ts"
import type { Conversation } from "./state.ts"

/** The counter appears when this many characters remain. */
const NEAR_LIMIT = 200

export function RemainingLength({ length }: { readonly length: number }) {
  const { t, lengths } = useAdminApp()
  const remaining = lengths.response - length
  if (remaining > NEAR_LIMIT) return null
  return (
    <p className={remaining < 0 ? "small admin-over" : "small text-muted"}>
      {remaining < 0 ? t("admin.chat_over", { count: -remaining }) : t("admin.chat_left", { count: remaining })}
    </p>
  )
}

/** Spec §5, "Chat response": one reply with its draft, for the composer and for the dialog. A sent answer also marks the messages shown above it as read. */
export function useResponse(thread: ChatThread, { unread, last }: Conversation, onDone: () => void) {
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
