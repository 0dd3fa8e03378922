import type { SavedReply } from "@haitech/contract/admin/chat"
import { LANGUAGES } from "@haitech/contract/languages"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app/app.tsx"
import { focusAfterSubmit } from "#platform/forms/focus-after-submit.ts"
import { useErrors } from "#platform/forms/use-errors.ts"
import { dropDraft, keepDraft, readDraft } from "#platform/offline/drafts.ts"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { type SavedReplyBody, useSaveReply } from "./api.ts"

interface Props {
  readonly reply: SavedReply | null
  readonly onDone: () => void
}

type Values = Required<SavedReplyBody>
type FieldErrors = Readonly<Record<string, string>>

/** The form of a saved reply. Its draft survives a reload until the user saves or cancels. */
export function AdminReplyForm({ reply, onDone }: Props) {
  const { t, lengths } = useAdminApp()
  const { form, values, errors, onInput, isPending, write, submit, cancel } = useReplyForm(reply, onDone)
  const field = (name: keyof Values) => ({
    name,
    value: values[name] ?? "",
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      write(name, value),
  })
  return (
    <form ref={form} className="mt-5 grid gap-5" noValidate onInput={onInput} onSubmit={submit}>
      <fieldset className="grid gap-5" disabled={isPending}>
        <Field
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
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{isPending ? t("profile.saving") : t("profile.save")}</Button>
          <Button look="quiet" onClick={cancel}>
            {t("profile.cancel")}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

function useReplyForm(reply: SavedReply | null, onDone: () => void) {
  const { t, showToast } = useAdminApp()
  const { mutateAsync, isPending } = useSaveReply()
  const draft = `saved-reply:${reply?.id ?? "new"}`
  const [values, setValues] = useState<Values>(() => readDraft<Values>(draft) ?? valuesOf(reply))
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const hasText = LANGUAGES.some((language) => values[language]?.trim())
  // The error "needed" appears under the first of the four language fields; text in any of them resolves it.
  const { needed = "", ...others } = fieldErrors
  const { errors, onInput } = useErrors(needed && !hasText ? { ...others, en: needed } : others, fieldErrors)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(fieldErrors).length > 0 && form.current) focusAfterSubmit(form.current)
  }, [fieldErrors])
  // The form replaces the list, including the button that had the focus.
  useEffect(() => form.current?.querySelector("input")?.focus(), [])

  async function save() {
    try {
      const saved = await mutateAsync({ id: reply?.id, body: values })
      dropDraft(draft)
      showToast("success", reply ? t("admin.updated_title") : t("admin.created_title"), saved.title)
      onDone()
    } catch (failure) {
      const { fields, message } = serverProblem(failure)
      setFieldErrors(fields)
      showToast("failure", t("admin.save_failed_title"), message ?? t("admin.save_failed"))
    }
  }
  return {
    form,
    values,
    errors,
    onInput,
    isPending,
    write(name: keyof Values, value: string) {
      const next = { ...values, [name]: value }
      setValues(next)
      keepDraft(draft, next)
    },
    submit(event: FormEvent) {
      event.preventDefault()
      if (isPending) return
      const invalid = {
        ...(!values.title.trim() && { title: t("field.title.required") }),
        ...(!hasText && { needed: t("admin.chat_reply_needed") }),
      }
      setFieldErrors(invalid)
      if (Object.keys(invalid).length === 0) void save()
      else showToast("failure", t("admin.save_failed_title"), t("profile.check"))
    },
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
