import { type ComponentType, useCallback, useEffect, useRef, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { PasswordField } from "#ui/password-field.tsx"
import type { PasswordRule, StrengthProps } from "./password-strength.tsx"

export const NEW_PASSWORD_TEXTS = [
  "password.show",
  "password.hide",
  "password.strength",
  "password.weak",
  "password.fair",
  "password.good",
  "password.strong",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof NEW_PASSWORD_TEXTS)[number], string>>
  readonly labels: { readonly password: string; readonly confirm: string; readonly advice: string }
  /** The field name of the request; the script never sends the confirmation. */
  readonly name: "password" | "newPassword"
  readonly maxLength: number
  readonly rule?: PasswordRule
  readonly errors: Readonly<Record<string, string>>
}

/** A new password, typed twice, with advice on its strength. The strength meter loads when the field gets the focus. */
export function NewPassword({ texts, labels, name, maxLength, rule, errors }: Props) {
  const [password, setPassword] = useState("")
  const [confirmation, setConfirmation] = useState("")
  const [Strength, setStrength] = useState<ComponentType<StrengthProps>>()
  const fetchStrength = useCallback(() => {
    // If the meter does not load, the static advice is enough.
    import("./password-strength.tsx").then(
      ({ PasswordStrength }) => setStrength(() => PasswordStrength),
      () => undefined,
    )
  }, [])
  // Before hydration the user may have focused the field, and the user or the browser may have filled it.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const value = field.current?.value ?? ""
    setPassword(value)
    if (value || document.activeElement === field.current) fetchStrength()
  }, [fetchStrength])
  const common = {
    autoComplete: "new-password",
    required: true,
    maxLength,
    showLabel: texts["password.show"],
    hideLabel: texts["password.hide"],
  }
  return (
    <>
      <div className="grid gap-2">
        <PasswordField
          {...common}
          label={labels.password}
          name={name}
          error={errors[name]}
          ref={field}
          onFocus={fetchStrength}
          onInput={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <div className="strength small" aria-live="polite">
          {Strength && password ? (
            <Strength password={password} texts={texts} rule={rule} advice={labels.advice} />
          ) : (
            labels.advice
          )}
        </div>
      </div>
      <PasswordField
        {...common}
        label={labels.confirm}
        name="confirmPassword"
        // A change of the first field can resolve the mismatch.
        error={password && password === confirmation ? undefined : errors["confirmPassword"]}
        onInput={({ currentTarget }) => setConfirmation(currentTarget.value)}
      />
    </>
  )
}
