import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { useSyncExternalStore } from "react"
import type { MessageKey } from "#platform/texts.ts"
import { Field } from "#ui/field.tsx"
import { ACCOUNT_TEXTS, AccountForm } from "./account-form.tsx"
import { resetByCode, resetByLink } from "./api.ts"
import { LoginNameField } from "./login-name-field.tsx"
import { NEW_PASSWORD_TEXTS, NewPassword } from "./new-password.tsx"
import type { PasswordRule } from "./password-strength.tsx"

export const RESET_TEXTS = [
  ...ACCOUNT_TEXTS,
  ...NEW_PASSWORD_TEXTS,
  "login.name",
  "password.new",
  "password.new_again",
  "password.advice_strict",
  "reset.code",
  "reset.submit",
  "reset.submitting",
  "reset.success_title",
  "reset.success",
  "reset.failure_title",
  "reset.failure",
  "field.login_name.required",
  "field.login_name.too_long",
  "field.reset_code.required",
  "field.password.too_short_strict",
  "field.password.too_simple",
  "field.password.mismatch",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof RESET_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly next: string
  readonly passwordLength: number
  readonly passwordRule: PasswordRule
  readonly answer?: FormAnswer
}

/**
 * D2: sets a forgotten password. Whoever comes by the letter's link has shown who they are; others, and readers without
 * script, type their name and the letter's code. Opening the link spends nothing, the button does.
 */
export function ResetPasswordForm({ texts, language, page, next, passwordLength, passwordRule, answer }: Props) {
  const link = useLink()
  return (
    <AccountForm
      action="/api/auth/password/reset-by-code"
      send={(form) => (link ? resetByLink(form, link, language) : resetByCode(form, language))}
      words={{
        submit: texts["reset.submit"],
        submitting: texts["reset.submitting"],
        success: [texts["reset.success_title"], texts["reset.success"]],
        failure: [texts["reset.failure_title"], texts["reset.failure"]],
      }}
      {...{ texts, page, next, answer }}
    >
      {(errors) => (
        <>
          {!link && <NameAndCode texts={texts} values={answer?.values ?? {}} errors={errors} />}
          <NewPassword
            texts={texts}
            labels={{
              password: texts["password.new"],
              confirm: texts["password.new_again"],
              advice: texts["password.advice_strict"],
            }}
            name="newPassword"
            maxLength={passwordLength}
            rule={passwordRule}
            errors={errors}
          />
        </>
      )}
    </AccountForm>
  )
}

interface NameAndCodeProps {
  readonly texts: Props["texts"]
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

function NameAndCode({ texts, values, errors }: NameAndCodeProps) {
  return (
    <>
      <LoginNameField label={texts["login.name"]} value={values["usernameOrEmail"]} error={errors["usernameOrEmail"]} />
      <Field
        label={texts["reset.code"]}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
        defaultValue={values["code"]}
        error={errors["code"]}
      />
    </>
  )
}

/** What the letter's link says after its #, where no server and no log sees it. */
function useLink() {
  const hash = useSyncExternalStore(
    (changed) => {
      addEventListener("hashchange", changed)
      return () => removeEventListener("hashchange", changed)
    },
    () => location.hash,
    () => "",
  )
  const said = new URLSearchParams(hash.slice(1))
  const [userId, token] = [said.get("user"), said.get("token")]
  return userId && token ? { userId, token } : null
}
