import type { SavedReply } from "@haitech/contract/admin/chat"
import { LANGUAGES } from "@haitech/contract/languages"
import { useEffect, useRef, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { dropDraft, keepDraft, readDraft } from "#platform/offline/drafts.ts"
import { Field } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { type SavedReplyBody, useSaveReply } from "./api.ts"

interface Props {
  readonly reply: SavedReply | null
  readonly onDone: () => void
}

type Values = Required<SavedReplyBody>

/** The form of a saved reply. Its draft survives a reload until the user saves or cancels. */
export function AdminReplyForm({ reply, onDone }: Props) {
  const { t, lengths } = useAdminApp()
  const { form, isSending, field, cancel } = useReplyForm(reply, onDone)
  const title = useRef<HTMLInputElement>(null)
  // The form replaces the list, including the button that had the focus.
  useEffect(() => title.current?.focus(), [])
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <Field
          ref={title}
          label={t("admin.title")}
          required
          autoComplete="off"
          maxLength={lengths.replyTitle}
          {...field("title")}
        />
        <p className="small text-muted">{t("admin.chat_replies_about")}</p>
        <div className="admin-reply-texts">
          {LANGUAGES.map((language) => (
            <TextAreaField
              key={language}
              label={t(`language.${language}`)}
              lang={language}
              maxLength={lengths.response}
              {...field(language)}
            />
          ))}
        </div>
        <FormActions cancelLabel={t("profile.cancel")} onCancel={cancel}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </FormActions>
      </fieldset>
    </form>
  )
}

function useReplyForm(reply: SavedReply | null, onDone: () => void) {
  const { t, showToast } = useAdminApp()
  const { mutateAsync: save } = useSaveReply()
  const draft = `saved-reply:${reply?.id ?? "new"}`
  const [values, setValues] = useState<Values>(() => readDraft<Values>(draft) ?? valuesOf(reply))
  const hasText = LANGUAGES.some((language) => values[language]?.trim())
  const showFailure = (message: string) => showToast("failure", t("admin.save_failed_title"), message)
  const { form, isSending, result, errors } = useFormSubmit({
    async send() {
      const texts = {
        ...(!values.title.trim() && { title: t("field.title.required") }),
        // It appears under the first of the four language fields; text in any of them resolves it.
        ...(!hasText && { en: t("admin.chat_reply_needed") }),
      }
      if (Object.keys(texts).length > 0) return { state: "invalid", texts }
      const saved = await save({ id: reply?.id, body: values })
      // Here, because the dialog may be closed by now.
      dropDraft(draft)
      showToast("success", reply ? t("admin.updated_title") : t("admin.created_title"), saved.title)
      return { state: "sent", body: saved }
    },
    onResult(outcome) {
      if (outcome.state === "sent") onDone()
      else showFailure(outcome.state === "invalid" ? t("profile.check") : (outcome.message ?? t("admin.save_failed")))
    },
  })
  const isResolved = (name: keyof Values) => name === "en" && hasText && result?.state === "invalid"
  return {
    form,
    isSending,
    field: (name: keyof Values) => ({
      name,
      value: values[name] ?? "",
      error: isResolved(name) ? undefined : errors[name],
      onChange({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) {
        const next = { ...values, [name]: value }
        setValues(next)
        keepDraft(draft, next)
      },
    }),
    cancel() {
      dropDraft(draft)
      onDone()
    },
  }
}

function valuesOf(reply: SavedReply | null): Values {
  const { title = "", en, fr, ht, es } = reply ?? {}
  return { title, en: en ?? "", fr: fr ?? "", ht: ht ?? "", es: es ?? "" }
}
