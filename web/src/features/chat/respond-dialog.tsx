import type { ChatRecord } from "@haitech/contract/office-chat"
import { type FormEvent, useState } from "react"
import { saidOf, useOffice } from "#platform/app.tsx"
import { dropDraft, keepDraft, readDraft } from "#platform/drafts.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useRespond } from "./office-api.ts"

interface Props {
  /** Whose thread is answered; nothing while the dialog is closed. */
  readonly message: ChatRecord | null
  readonly onClose: () => void
}

/** §2 "respond to chat": the answer stands in the visitor's conversation. */
export function RespondDialog({ message, onClose }: Props) {
  const { t } = useOffice()
  return (
    <Dialog
      id="respond"
      className="wide"
      title={t("office.respond_title", { name: message?.name ?? "" })}
      closeLabel={t("dialog.close")}
      {...useModal(message !== null, onClose)}
    >
      {message && <RespondForm key={message.id} message={message} onDone={onClose} />}
    </Dialog>
  )
}

function RespondForm({
  message: { threadId, message },
  onDone,
}: {
  readonly message: ChatRecord
  readonly onDone: () => void
}) {
  const { t, tell, limits } = useOffice()
  const { mutate, isPending, error } = useRespond()
  // Made once: to send it again after a lost answer is the same response.
  const [id] = useState(() => crypto.randomUUID())
  const [wrong, setWrong] = useState<string>()
  const draft = `chat:${threadId}`

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get("message")).trim()
    const isLong = text.length > limits.response
    if (isLong) tell("failure", t("office.too_long_title"), t("office.too_long"))
    setWrong(text === "" ? t("office.reply_empty") : isLong ? t("office.too_long") : undefined)
    if (text === "" || isLong || isPending) return
    mutate(
      { threadId, message: text, id },
      {
        onSuccess: () => {
          dropDraft(draft)
          tell("success", t("office.respond_done_title"), t("office.respond_done"))
          onDone()
        },
        onError: (failure) =>
          tell("failure", t("office.respond_failed_title"), saidOf(failure).message ?? t("office.respond_failed")),
      },
    )
  }

  return (
    <form className="mt-5 grid gap-5" noValidate onSubmit={submit}>
      <blockquote className="office-words office-quote">{message}</blockquote>
      <fieldset className="grid gap-5" disabled={isPending}>
        <TextAreaField
          label={t("office.reply_label")}
          name="message"
          rows={6}
          required
          defaultValue={readDraft<string>(draft) ?? ""}
          onInput={({ currentTarget }) => keepDraft(draft, currentTarget.value)}
          error={wrong ?? saidOf(error).fields["message"]}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{isPending ? t("office.reply_sending") : t("office.respond_submit")}</Button>
          <Button look="quiet" onClick={onDone}>
            {t("profile.cancel")}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
