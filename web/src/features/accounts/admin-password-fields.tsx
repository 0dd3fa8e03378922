import { useOffice } from "#platform/app.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import type { Complaint } from "./office-state.ts"

interface Props {
  readonly name: "password" | "newPassword"
  readonly label: string
  readonly errors: Readonly<Record<string, string>>
}

/** A new password for an administrator, typed twice and sent once. */
export function AdminPasswordFields({ name, label, errors }: Props) {
  const { t, limits } = useOffice()
  const fixed = {
    autoComplete: "new-password",
    required: true,
    maxLength: limits.password,
    showLabel: t("password.show"),
    hideLabel: t("password.hide"),
  }
  return (
    <>
      <PasswordField {...fixed} label={label} name={name} error={errors[name]} />
      <PasswordField
        {...fixed}
        label={t("office.password_again")}
        name="confirmPassword"
        error={errors["confirmPassword"]}
      />
    </>
  )
}

type Typed = Readonly<Record<string, string>>

/** §5: "Password Too Short". */
export function shortness(typed: Typed, field: Props["name"], least: number): readonly Complaint[] {
  if ((typed[field] ?? "").length >= least) return []
  return [{ field, title: "office.password_short_title", message: "office.password_short" }]
}

/** §5: "Passwords Don't Match". */
export function difference(
  typed: Typed,
  field: Props["name"],
  message: "office.differ_setup" | "office.differ_change",
): readonly Complaint[] {
  if (typed[field] === typed["confirmPassword"]) return []
  return [{ field: "confirmPassword", title: "office.differ_title", message }]
}
