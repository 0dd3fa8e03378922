import { useState } from "react"
import { useAdminApp } from "#platform/app.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import type { FormError } from "./admin-state.ts"

interface Props {
  readonly name: "password" | "newPassword"
  readonly label: string
  readonly errors: Readonly<Record<string, string>>
}

/** A new password for an administrator, typed twice and sent once. */
export function AdminPasswordFields({ name, label, errors }: Props) {
  const { t, lengths } = useAdminApp()
  const [typed, setTyped] = useState("")
  const [again, setAgain] = useState("")
  const fixed = {
    autoComplete: "new-password",
    required: true,
    maxLength: lengths.password,
    showLabel: t("password.show"),
    hideLabel: t("password.hide"),
  }
  return (
    <>
      <PasswordField
        {...fixed}
        label={label}
        name={name}
        error={errors[name]}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <PasswordField
        {...fixed}
        label={t("admin.password_again")}
        name="confirmPassword"
        // They may have become the same by a change to the first one.
        error={typed && typed === again ? undefined : errors["confirmPassword"]}
        onInput={({ currentTarget }) => setAgain(currentTarget.value)}
      />
    </>
  )
}

type Typed = Readonly<Record<string, string>>

/** §5: "Password Too Short". */
export function shortness(typed: Typed, field: Props["name"], least: number): readonly FormError[] {
  if ((typed[field] ?? "").length >= least) return []
  return [{ field, title: "admin.password_short_title", message: "admin.password_short" }]
}

/** §5: "Passwords Don't Match". */
export function difference(
  typed: Typed,
  field: Props["name"],
  message: "admin.differ_setup" | "admin.differ_change",
): readonly FormError[] {
  if (typed[field] === typed["confirmPassword"]) return []
  return [{ field: "confirmPassword", title: "admin.differ_title", message }]
}
