import type { ChatThread } from "@haitech/contract/admin/chat"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
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
  const { mutateAsync: respond } = useRespond()
  const readUpTo = useReadUpTo()
  const draft = useReplyDraft(`chat:${thread.id}`)
  const message = draft.message.trim()
  const isLong = message.length > lengths.response
  const { form, isSending, errors, setErrors } = useFormSubmit({
    async send() {
      if (message === "" || isLong)
        return { state: "invalid", texts: { message: isLong ? t("admin.too_long") : t("admin.reply_empty") } }
      try {
        await respond({ threadId: thread.id, message, id: draft.send(message) })
      } catch (failure) {
        // Here, because another conversation may be open by now.
        const description = serverProblem(failure).message ?? t("admin.respond_failed")
        showToast("failure", t("admin.respond_failed_title"), description)
        throw failure
      }
      draft.forget()
      if (unread.length > 0) readUpTo.mutate({ id: thread.id, sequence: last })
      showToast("success", t("admin.respond_done_title"), t("admin.respond_done"))
      onDone()
      return { state: "sent", body: undefined }
    },
    onResult({ state }) {
      if (state === "invalid" && isLong) showToast("failure", t("admin.too_long_title"), t("admin.too_long"))
    },
  })
  function write(text: string) {
    draft.write(text)
    setErrors({})
  }
  return { message: draft.message, write, error: errors["message"], isSending, form }
}
