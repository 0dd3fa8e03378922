import type { SavedReply } from "@haitech/contract/admin/chat"
import { LANGUAGES } from "@haitech/contract/languages"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { serverProblem, useAdminApp } from "#platform/app.tsx"
import { dropDraft, keepDraft, readDraft } from "#platform/drafts.ts"
import { useErrors } from "#platform/use-errors.ts"
import { Button } from "#ui/button.tsx"
import { Field, focusAfterSending } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { type SavedReplyBody, useSaveReply } from "./admin-api.ts"

interface Props {
  /** Null for a new one. */
  readonly reply: SavedReply | null
  readonly onDone: () => void
}

type Values = Required<SavedReplyBody>
type Wrong = Readonly<Record<string, string>>

/** A saved reply in its form. What was typed is there again until it is saved or given up. */
export function AdminReplyForm({ reply, onDone }: Props) {
  const { t, lengths } = useAdminApp()
  const { form, values, errors, onInput, isPending, write, submit, giveUp } = useReplyForm(reply, onDone)
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
          <Button look="quiet" onClick={giveUp}>
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
  const [wrong, setWrong] = useState<Wrong>({})
  const isSaid = LANGUAGES.some((language) => values[language]?.trim())
  // It stands under the first of four fields, and each of them can answer it.
  const { needed = "", ...said } = wrong
  const { errors, onInput } = useErrors(needed && !isSaid ? { ...said, en: needed } : said, wrong)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(wrong).length > 0 && form.current) focusAfterSending(form.current)
  }, [wrong])
  // The list whose button opened it is gone.
  useEffect(() => form.current?.querySelector("input")?.focus(), [])

  async function save() {
    try {
      const saved = await mutateAsync({ id: reply?.id, body: values })
      dropDraft(draft)
      showToast("success", reply ? t("admin.updated_title") : t("admin.created_title"), saved.title)
      onDone()
    } catch (failure) {
      const { fields, message } = serverProblem(failure)
      setWrong(fields)
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
      const found = {
        ...(!values.title.trim() && { title: t("field.title.required") }),
        ...(!isSaid && { needed: t("admin.chat_reply_needed") }),
      }
      setWrong(found)
      if (Object.keys(found).length === 0) void save()
      else showToast("failure", t("admin.save_failed_title"), t("profile.check"))
    },
    giveUp() {
      dropDraft(draft)
      onDone()
    },
  }
}

function valuesOf(reply: SavedReply | null): Values {
  const { title = "", en, fr, ht, es } = reply ?? {}
  return { title, en: en ?? "", fr: fr ?? "", ht: ht ?? "", es: es ?? "" }
}
