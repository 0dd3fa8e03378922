import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { failureTexts, OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { clearToast } from "#ui/clear-toast.ts"
import { SelectField } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { showSuccess } from "#ui/overlays.ts"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { showToast } from "#ui/toast.ts"
import { type ContactSubmitResult, contact } from "./api.ts"
import { NameAndEmail } from "./name-and-email.tsx"

export const CONTACT_TEXTS = [
  ...OFFLINE_TEXTS,
  "form.name",
  "form.email",
  "contact.subject",
  "contact.choose",
  "contact.message",
  "contact.submit",
  "contact.submitting",
  "contact.sent_title",
  "contact.sent",
  "contact.missing_title",
  "contact.missing",
  "contact.failure_title",
  "contact.failure",
  "toast.region",
  "toast.close",
  "dialog.close",
  "field.invalid",
  "field.name.required",
  "field.name.too_long",
  "field.email.required",
  "field.email.invalid",
  "field.email.too_long",
  "field.subject.unknown",
  "field.message.required",
  "field.message.too_long",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof CONTACT_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  readonly lengths: Readonly<Record<"name" | "email" | "message", number>>
  /** The options of spec §2, if the page asks for a subject. */
  readonly subjects?: readonly { readonly value: string; readonly label: string }[]
  /** The links of the thank-you dialog. */
  readonly ways: readonly { readonly label: string; readonly href: string }[]
  readonly initialResult?: FormAnswer
}

/** Spec §2, §5, §8: a message to the team. "Get in Touch" asks for a subject, the donate page does not. */
export function ContactForm({ texts, language, page, lengths, subjects, ways, initialResult }: Props) {
  const { form, isSending, postResult, errors, values } = useFormSubmit({
    send: (data) => contact(data, language),
    onResult: (result) => report(result, texts, ways),
    resetsOnSuccess: true,
    draft: "contact",
    texts,
    initialResult,
  })
  return (
    <form className="grid gap-5" action="/api/contact" {...form}>
      {postResult && (
        <Notice failed={!postResult.sent}>
          {postResult.sent ? texts["contact.sent"] : (postResult.message ?? texts["contact.missing"])}
        </Notice>
      )}
      <input type="hidden" name="page" value={page} />
      <NameAndEmail texts={texts} lengths={lengths} values={values} errors={errors} />
      {subjects && (
        <SelectField
          label={texts["contact.subject"]}
          name="subject"
          required
          defaultValue={values["subject"]}
          error={errors["subject"]}
        >
          <option value="">{texts["contact.choose"]}</option>
          {subjects.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        label={texts["contact.message"]}
        name="message"
        required
        rows={5}
        maxLength={lengths.message}
        defaultValue={values["message"]}
        error={errors["message"]}
      />
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? texts["contact.submitting"] : texts["contact.submit"]}
      </Button>
    </form>
  )
}

function report(result: ContactSubmitResult, texts: Texts, ways: Props["ways"]): void {
  if (result.state === "sent") {
    clearToast()
    void showSuccess({
      title: texts["contact.sent_title"],
      message: texts["contact.sent"],
      actions: ways,
      closeLabel: texts["dialog.close"],
    })
    return
  }
  const kind = result.state === "invalid" ? "missing" : "failure"
  const failure = { title: texts[`contact.${kind}_title`], description: texts[`contact.${kind}`] }
  void showToast({
    tone: "failure",
    ...failureTexts(result, texts, failure),
    labels: { region: texts["toast.region"], close: texts["toast.close"] },
  })
}
