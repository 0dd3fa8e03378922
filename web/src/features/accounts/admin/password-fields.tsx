import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import type { FormError } from "./state.ts"

interface Props {
  readonly name: "password" | "newPassword"
  readonly label: string
  readonly errors: Readonly<Record<string, string>>
}

/** A new password for an administrator, typed twice and sent once. */
export function AdminPasswordFields({ name, label, errors }: Props) {
  const { t, lengths } = useAdminApp()
  const [password, setPassword] = useState("")
  const [confirmation, setConfirmation] = useState("")
  const common = {
    autoComplete: "new-password",
    required: true,
    maxLength: lengths.password,
    showLabel: t("password.show"),
    hideLabel: t("password.hide"),
  }
  return (
    <>
      <PasswordField
        {...common}
        label={label}
        name={name}
        error={errors[name]}
        onInput={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <PasswordField
        {...common}
        label={t("admin.password_again")}
        name="confirmPassword"
        // A change of the first field can resolve the mismatch.
        error={password && password === confirmation ? undefined : errors["confirmPassword"]}
        onInput={({ currentTarget }) => setConfirmation(currentTarget.value)}
      />
    </>
  )
}

type Values = Readonly<Record<string, string>>

/** Spec §5: "Password Too Short". */
export function checkLength(values: Values, field: Props["name"], minLength: number): readonly FormError[] {
  if ((values[field] ?? "").length >= minLength) return []
  return [{ field, title: "admin.password_short_title", message: "admin.password_short" }]
}

/** Spec §5: "Passwords Don't Match". */
export function checkConfirmation(
  values: Values,
  field: Props["name"],
  message: "admin.differ_setup" | "admin.differ_change",
): readonly FormError[] {
  if (values[field] === values["confirmPassword"]) return []
  return [{ field: "confirmPassword", title: "admin.differ_title", message }]
}
