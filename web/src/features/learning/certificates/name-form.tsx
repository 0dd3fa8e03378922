import type { Certificate } from "@haitech/contract/certificates"
import type { CourseId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { failureTexts, OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { confirmName } from "./api.ts"

export const NAME_FORM_TEXTS = [
  ...OFFLINE_TEXTS,
  "certificate.name",
  "certificate.name_note",
  "certificate.confirm",
  "certificate.making",
  "certificate.failed",
  "field.invalid",
  "field.name.required",
  "field.name.too_long",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof NAME_FORM_TEXTS)[number], string>>
  readonly language: Language
  readonly courseId: CourseId
  /** From the account. */
  readonly name: string
  readonly length: number
  readonly onIssued: (certificate: Certificate) => void
}

/** The name is confirmed once and cannot be changed afterwards. */
export function NameForm({ texts, language, courseId, name, length, onIssued }: Props) {
  const { form, errors, result, isSending } = useFormSubmit({
    send: (data) => confirmName(courseId, data, language),
    onResult: (issued) => issued.state === "sent" && onIssued(issued.body),
    texts,
  })
  const failure =
    result?.state === "refused"
      ? failureTexts(result, texts, { title: texts["certificate.failed"], description: result.message ?? "" })
      : null
  return (
    <form className="certificate-form" {...form}>
      {failure && !errors["name"] && (
        <p className="notice failure" role="alert">
          {failure.title} {failure.description}
        </p>
      )}
      <Field
        label={texts["certificate.name"]}
        name="name"
        autoComplete="name"
        defaultValue={name}
        maxLength={length}
        required
        error={errors["name"]}
      />
      <p className="small text-muted">{texts["certificate.name_note"]}</p>
      <Button type="submit" disabled={isSending}>
        {texts[isSending ? "certificate.making" : "certificate.confirm"]}
      </Button>
    </form>
  )
}
