import type { ContactRecord } from "@haitech/contract/admin/outreach"
import { useLayoutEffect, useRef } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { useReplyDraft } from "#platform/offline/use-reply-draft.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useReply } from "./api.ts"

interface Props {
  /** Null while the dialog is closed. */
  readonly contact: ContactRecord | null
  readonly onClose: () => void
}

/** Spec §2, "reply to a contact": stores the reply and emails it to the sender in the language of the message. */
export function ReplyDialog({ contact, onClose }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog
      id="reply"
      className="wide"
      title={t("admin.reply_title", { name: contact?.name ?? "" })}
      closeLabel={t("dialog.close")}
      {...useModal(contact !== null, onClose)}
    >
      {contact && <ReplyForm key={contact.id} contact={contact} onDone={onClose} />}
    </Dialog>
  )
}

function ReplyForm({ contact, onDone }: { readonly contact: ContactRecord; readonly onDone: () => void }) {
  const { t, showToast, lengths } = useAdminApp()
  const { mutateAsync: reply } = useReply()
  const draft = useReplyDraft(`contact:${contact.id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog focuses this field when it opens; React's `autoFocus` would run before that.
  useLayoutEffect(() => field.current?.setAttribute("autofocus", ""), [])
  const message = draft.message.trim()
  const { form, isSending, errors } = useFormSubmit({
    async send() {
      if (message === "") return { state: "invalid", texts: { message: t("admin.reply_empty") } }
      return { state: "sent", body: await reply({ contactId: contact.id, message, id: draft.send(message) }) }
    },
    onResult({ state }) {
      if (state === "refused") showToast("failure", t("admin.reply_failed_title"), t("admin.reply_failed"))
      if (state !== "sent") return
      draft.forget()
      showToast("success", t("admin.reply_done_title"), t("admin.reply_done", { email: contact.email }))
      onDone()
    },
  })

  return (
    <form className="mt-5 grid gap-5" {...form}>
      <blockquote className="admin-words admin-quote" lang={contact.language}>
        {contact.message}
      </blockquote>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TextAreaField
          ref={field}
          label={t("admin.reply_label")}
          name="message"
          rows={8}
          required
          maxLength={lengths.message}
          value={draft.message}
          onChange={({ currentTarget }) => draft.write(currentTarget.value)}
          error={errors["message"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("admin.reply_sending") : t("admin.reply_submit")}
        </FormActions>
      </fieldset>
    </form>
  )
}
