import { useAdminApp } from "#platform/app/app.tsx"
import { Field } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { missingFields, useAdminForm } from "./state.ts"

interface Props {
  /** Of the passkey that gets another name; empty for a new one. */
  readonly name: string
  readonly submitLabel: string
  readonly onName: (name: string) => Promise<unknown>
  readonly onCancel: () => void
}

/** Names a new passkey, which the device then makes, or renames one. */
export function PasskeyForm({ name, submitLabel, onName, onCancel }: Props) {
  const { t } = useAdminApp()
  const { form, isSending, errors } = useAdminForm({
    check: (values) =>
      missingFields(values, [{ field: "name", title: "factor.passkey_name", message: "field.passkey_name.required" }]),
    send: (values) => onName(values["name"]?.trim() ?? ""),
    failure: ["factor.passkey_failed_title", "factor.passkey_failed"],
  })
  return (
    <form {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <Field
          label={t("factor.passkey_name")}
          note={t("factor.passkey_note")}
          name="name"
          autoComplete="off"
          defaultValue={name}
          maxLength={50}
          required
          error={errors["name"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onCancel}>
          {isSending ? t("factor.waiting") : submitLabel}
        </FormActions>
      </fieldset>
    </form>
  )
}
