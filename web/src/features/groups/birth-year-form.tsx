import { useEffect, useRef } from "react"
import { serverProblem, useGroupsApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"

interface Props {
  /** Rejects when it failed. */
  readonly onSend: (birthYear: number) => Promise<void>
  readonly onStop: () => void
}

/** A neutral question without a default, so that the answer is the member's own. */
export function BirthYearForm({ onSend, onStop }: Props) {
  const { t, showFailure } = useGroupsApp()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector("input")?.focus(), [])
  const { form, errors, isSending } = useFormSubmit({
    async send(input) {
      const text = String(input.get("birthYear")).trim()
      if (!/^\d{4}$/.test(text)) return { state: "invalid", codes: { birthYear: "birth_year.invalid" } }
      await onSend(Number(text))
      return { state: "sent", body: text }
    },
    texts: { "field.birth_year.invalid": t("field.birth_year.invalid") },
    onResult: (result) => {
      if (result.state !== "refused") return
      if (!serverProblem(result.error).fields["birthYear"]) showFailure(result.error)
    },
  })
  return (
    <form className="group-form" {...form}>
      <div ref={box}>
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
      </div>
      <p className="group-actions">
        <Button type="submit" compact disabled={isSending}>
          {t("group.join")}
        </Button>
        <Button look="quiet" compact onClick={onStop}>
          {t("chat.cancel")}
        </Button>
      </p>
    </form>
  )
}
