import type { FieldError } from "@haitech/contract/field-errors"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { serverProblem, useProtectionApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { type ConsentRequest, useRequestConsent } from "./api.ts"

const LANGUAGE_NAMES = { en: "English", fr: "Français", ht: "Kreyòl ayisyen", es: "Español" }

/** Whom to ask, and in which language. */
export function GuardianForm({ onDone }: { readonly onDone: () => void }) {
  const { t, language, lengths, texts, showToast, showFailure } = useProtectionApp()
  const { mutateAsync: request } = useRequestConsent()
  const { form, errors, isSending } = useFormSubmit({
    async send(input) {
      const typed = readForm(input)
      return "codes" in typed ? { state: "invalid", ...typed } : { state: "sent", body: await request(typed) }
    },
    texts,
    onResult(result) {
      if (result.state === "sent") {
        showToast("success", t("protection.asked_title"), t("protection.asked"))
        onDone()
      }
      if (result.state === "refused" && Object.keys(serverProblem(result.error).fields).length === 0)
        showFailure(result.error)
    },
  })
  return (
    <form className="group-form" {...form}>
      <Field
        label={t("protection.guardian_name")}
        name="guardianName"
        autoComplete="off"
        maxLength={lengths.name}
        required
        error={errors["guardianName"]}
      />
      <Field
        label={t("protection.guardian_email")}
        type="email"
        name="guardianEmail"
        autoComplete="off"
        maxLength={lengths.email}
        required
        error={errors["guardianEmail"]}
      />
      <SelectField label={t("protection.language")} name="language" defaultValue={language} error={errors["language"]}>
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <p>
        <BusyButton type="submit" compact isBusy={isSending}>
          {t(isSending ? "protection.asking" : "protection.ask")}
        </BusyButton>
      </p>
    </form>
  )
}

function readForm(input: FormData): ConsentRequest | { readonly codes: Readonly<Record<string, FieldError>> } {
  const text = (name: string) => String(input.get(name) ?? "").trim()
  const [guardianName, guardianEmail] = [text("guardianName"), text("guardianEmail")]
  if (guardianName && guardianEmail) return { guardianName, guardianEmail, language: text("language") as Language }
  return {
    codes: {
      ...(!guardianName && { guardianName: "name.required" as const }),
      ...(!guardianEmail && { guardianEmail: "email.required" as const }),
    },
  }
}
