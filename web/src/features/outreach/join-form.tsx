import type { Language } from "@haitech/contract/languages"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { SelectField } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { join, type MembershipSubmitResult, thank } from "./api.ts"
import { NameAndEmail } from "./name-and-email.tsx"

export const JOIN_TEXTS = [
  "form.name",
  "form.email",
  "join.program",
  "join.choose",
  "join.submit",
  "join.submitting",
  "join.thanks_title",
  "join.thanks",
  "field.invalid",
  "field.name.required",
  "field.name.too_long",
  "field.email.required",
  "field.email.invalid",
  "field.email.too_long",
  "field.program.unknown",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof JOIN_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly lengths: Readonly<Record<"name" | "email", number>>
  /** The options of spec §2 as values and labels. */
  readonly programs: readonly { readonly value: string; readonly label: string }[]
}

/** Spec §2, §4: the form of the join dialog. A success opens the thank-you dialog; a failure is only logged (spec §8). */
export function JoinForm({ texts, language, page, lengths, programs }: Props) {
  const { form, result, isSending, values, errors } = useFormSubmit({
    send: (data) => join(data, language),
    onResult: (submitted) => void report(submitted, language),
    resetsOnSuccess: true,
    draft: "membership",
    texts,
  })
  return (
    <form className="mt-6 grid gap-5" action="/api/membership" {...form}>
      {/* Seen where the thank-you dialog cannot load. */}
      {result?.state === "sent" && (
        <Notice failed={false}>
          {fill(texts["join.thanks_title"], { name: result.body.name })} {texts["join.thanks"]}
        </Notice>
      )}
      <input type="hidden" name="page" value={page} />
      <NameAndEmail texts={texts} lengths={lengths} values={values} errors={errors} />
      <SelectField label={texts["join.program"]} name="program" required error={errors["program"]}>
        <option value="">{texts["join.choose"]}</option>
        {programs.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? texts["join.submitting"] : texts["join.submit"]}
      </Button>
    </form>
  )
}

async function report(result: MembershipSubmitResult, language: Language): Promise<void> {
  // Logs only the status: a response may repeat personal data from the form.
  if (result.state === "refused") console.error(`Joining failed: ${result.status ?? "no answer"}`)
  if (result.state === "sent") await thank(result.body, language)
}
