import type { Language } from "@haitech/contract/languages"
import { useRef } from "react"
import { createPortal } from "react-dom"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { SelectField } from "#ui/field.tsx"
import { join, type MembershipSubmitResult } from "./api.ts"
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
  "dialog.close",
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

/** Spec §2, §4: the form of the join dialog. A success opens a thank-you dialog; a failure is only logged (spec §8). */
export function JoinForm({ texts, language, page, lengths, programs }: Props) {
  const thanks = useRef<HTMLDialogElement>(null)
  const { form, result, isSending, values, errors } = useFormSubmit({
    send: (data) => join(data, language),
    onResult: (submitted, element) => report(submitted, element, thanks.current),
    resetsOnSuccess: true,
    draft: "membership",
    texts,
  })
  return (
    <form className="mt-6 grid gap-5" action="/api/membership" {...form}>
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
      {result?.state === "sent" &&
        createPortal(<Thanks ref={thanks} name={result.body.name} texts={texts} />, document.body)}
    </form>
  )
}

interface ThanksProps extends Pick<Props, "texts"> {
  readonly ref: React.Ref<HTMLDialogElement>
  readonly name: string
}

function Thanks({ ref, name, texts }: ThanksProps) {
  return (
    <Dialog
      ref={ref}
      id="join-thanks"
      title={fill(texts["join.thanks_title"], { name })}
      closeLabel={texts["dialog.close"]}
    >
      <p className="mt-3 text-muted">{texts["join.thanks"]}</p>
      <form method="dialog" className="mt-6">
        <Button type="submit">{texts["dialog.close"]}</Button>
      </form>
    </Dialog>
  )
}

function report(result: MembershipSubmitResult, form: HTMLFormElement, thanks: HTMLDialogElement | null): void {
  if (result.state === "sent") {
    form.closest("dialog")?.close()
    thanks?.showModal()
    return
  }
  // Logs only the status: a response may repeat personal data from the form.
  if (result.state === "refused") console.error(`Joining failed: ${result.status ?? "no answer"}`)
}
