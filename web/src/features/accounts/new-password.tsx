import { type ComponentType, useCallback, useEffect, useRef, useState } from "react"
import type { MessageKey } from "#platform/texts.ts"
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
  /** What the password is called on the wire; the confirmation is never sent by script. */
  readonly name: "password" | "newPassword"
  readonly maxLength: number
  /** Where not every password will do. */
  readonly rule?: PasswordRule
  readonly errors: Readonly<Record<string, string>>
}

/** A new password, twice, with advice on its strength: the judge of it is fetched when somebody begins to type one. */
export function NewPassword({ texts, labels, name, maxLength, rule, errors }: Props) {
  const [typed, setTyped] = useState("")
  const [again, setAgain] = useState("")
  const [Strength, setStrength] = useState<ComponentType<StrengthProps>>()
  const fetchStrength = useCallback(() => {
    // Without it the advice stays, which is enough.
    import("./password-strength.tsx").then(
      ({ PasswordStrength }) => setStrength(() => PasswordStrength),
      () => undefined,
    )
  }, [])
  // What was typed, or filled in by the browser, before this was awake.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!field.current?.value) return
    setTyped(field.current.value)
    fetchStrength()
  }, [fetchStrength])
  const fixed = {
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
          {...fixed}
          label={labels.password}
          name={name}
          error={errors[name]}
          ref={field}
          onFocus={fetchStrength}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className="strength small" aria-live="polite">
          {Strength && typed ? (
            <Strength password={typed} texts={texts} rule={rule} advice={labels.advice} />
          ) : (
            labels.advice
          )}
        </div>
      </div>
      <PasswordField
        {...fixed}
        label={labels.confirm}
        name="confirmPassword"
        // They may have become the same by a change to the first one.
        error={typed && typed === again ? undefined : errors["confirmPassword"]}
        onInput={({ currentTarget }) => setAgain(currentTarget.value)}
      />
    </>
  )
}
