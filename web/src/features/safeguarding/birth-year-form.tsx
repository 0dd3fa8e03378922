import { serverProblem, useProtectionApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { useSaveBirthYear } from "./api.ts"

/** A neutral question without a default, so that the answer is the member's own. */
export function BirthYearForm({ onDone }: { readonly onDone: () => void }) {
  const { t, showFailure } = useProtectionApp()
  const { mutateAsync: save } = useSaveBirthYear()
  const { form, errors, isSending } = useFormSubmit({
    async send(input) {
      const text = String(input.get("birthYear")).trim()
      if (!/^\d{4}$/.test(text)) return { state: "invalid", codes: { birthYear: "birth_year.invalid" } }
      return { state: "sent", body: await save(Number(text)) }
    },
    texts: { "field.birth_year.invalid": t("field.birth_year.invalid") },
    onResult(result) {
      if (result.state === "sent") onDone()
      if (result.state === "refused" && !serverProblem(result.error).fields["birthYear"]) showFailure(result.error)
    },
  })
  return (
    <form className="group-form" {...form}>
      <Field
        label={t("group.birth_year")}
        note={t("group.birth_year_note")}
        name="birthYear"
        inputMode="numeric"
        autoComplete="bday-year"
        maxLength={4}
        required
        error={errors["birthYear"]}
      />
      <p>
        <Button type="submit" compact disabled={isSending}>
          {t(isSending ? "profile.saving" : "protection.save")}
        </Button>
      </p>
    </form>
  )
}
