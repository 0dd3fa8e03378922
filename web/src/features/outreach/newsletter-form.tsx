import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { failureTexts, OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"
import type { Toast } from "#ui/toaster.tsx"
import { join, type MembershipSubmitResult, thank } from "./api.ts"
import { NameAndEmail } from "./name-and-email.tsx"

export const NEWSLETTER_TEXTS = [
  ...OFFLINE_TEXTS,
  "form.name",
  "form.email",
  "form.optional",
  "newsletter.location",
  "newsletter.interests",
  "newsletter.submit",
  "newsletter.submitting",
  "newsletter.success_title",
  "newsletter.success",
  "newsletter.invalid_title",
  "newsletter.invalid",
  "newsletter.failure_title",
  "newsletter.failure",
  "toast.region",
  "toast.close",
  "field.invalid",
  "field.name.required",
  "field.name.too_long",
  "field.email.required",
  "field.email.invalid",
  "field.email.too_long",
  "field.location.too_long",
  "field.interests.too_long",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof NEWSLETTER_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  /** The contract's lengths; the contract itself loads with the first submit. */
  readonly lengths: Readonly<Record<"name" | "email" | "location" | "interests", number>>
  readonly initialResult?: FormAnswer
}

/** Spec §2, §4: the newsletter and membership signup form (#membership). Without script it is a plain HTML post. */
export function NewsletterForm({ texts, language, page, lengths, initialResult }: Props) {
  const { form, isSending, postResult, errors, values } = useFormSubmit({
    send: (data) => join(data, language),
    onResult: (result) => void report(result, texts, language),
    resetsOnSuccess: true,
    draft: "membership",
    texts,
    initialResult,
  })
  return (
    <form className="grid gap-5" action="/api/membership" {...form}>
      {postResult && (
        <Notice failed={!postResult.sent}>
          {postResult.sent ? texts["newsletter.success"] : (postResult.message ?? texts["newsletter.invalid"])}
        </Notice>
      )}
      <input type="hidden" name="page" value={page} />
      <NameAndEmail texts={texts} lengths={lengths} values={values} errors={errors} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={texts["newsletter.location"]}
          note={texts["form.optional"]}
          name="location"
          autoComplete="address-level2"
          maxLength={lengths.location}
          defaultValue={values["location"]}
          error={errors["location"]}
        />
        <Field
          label={texts["newsletter.interests"]}
          note={texts["form.optional"]}
          name="interests"
          maxLength={lengths.interests}
          defaultValue={values["interests"]}
          error={errors["interests"]}
        />
      </div>
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? texts["newsletter.submitting"] : texts["newsletter.submit"]}
      </Button>
    </form>
  )
}

async function report(result: MembershipSubmitResult, texts: Texts, language: Language): Promise<void> {
  if (result.state === "sent") await thank(result.body, language)
  await showToast(toastFor(result, texts))
}

const KINDS = { sent: "success", invalid: "invalid", refused: "failure" } as const

function toastFor(result: MembershipSubmitResult, texts: Texts): Toast {
  const kind = KINDS[result.state]
  const outcome = { title: texts[`newsletter.${kind}_title`], description: texts[`newsletter.${kind}`] }
  return {
    tone: result.state === "sent" ? "success" : "failure",
    ...failureTexts(result, texts, outcome),
    labels: { region: texts["toast.region"], close: texts["toast.close"] },
  }
}
