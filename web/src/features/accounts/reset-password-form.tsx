import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { useSyncExternalStore } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
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
  readonly initialResult?: FormAnswer
}

/** D2: the link identifies the user, or else a name and a code. Opening the link does not consume its token. */
export function ResetPasswordForm({ texts, language, page, next, passwordLength, passwordRule, initialResult }: Props) {
  const link = useResetLink()
  return (
    <AccountForm
      action="/api/auth/password/reset-by-code"
      send={(form) => (link ? resetByLink(form, link, language) : resetByCode(form, language))}
      labels={{
        submit: texts["reset.submit"],
        submitting: texts["reset.submitting"],
        success: [texts["reset.success_title"], texts["reset.success"]],
        failure: [texts["reset.failure_title"], texts["reset.failure"]],
      }}
      {...{ texts, page, next, initialResult }}
    >
      {(errors) => (
        <>
          {!link && <NameAndCode texts={texts} values={initialResult?.values ?? {}} errors={errors} />}
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

/** Reads the user and the token from the URL's fragment, which no server or log receives. */
function useResetLink() {
  const hash = useSyncExternalStore(
    (onChange) => {
      addEventListener("hashchange", onChange)
      return () => removeEventListener("hashchange", onChange)
    },
    () => location.hash,
    () => "",
  )
  const params = new URLSearchParams(hash.slice(1))
  const [userId, token] = [params.get("user"), params.get("token")]
  return userId && token ? { userId, token } : null
}
