import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { ACCOUNT_TEXTS, AccountForm } from "./account-form.tsx"
import { signUp } from "./api.ts"
import { NEW_PASSWORD_TEXTS, NewPassword } from "./new-password.tsx"
import type { PasswordRule } from "./password-strength.tsx"
import { PERSON_TEXTS, PersonFields } from "./person-fields.tsx"

export const SIGNUP_TEXTS = [
  ...ACCOUNT_TEXTS,
  ...NEW_PASSWORD_TEXTS,
  ...PERSON_TEXTS,
  "password.advice_strict",
  "register.confirm",
  "register.submit",
  "register.submitting",
  "register.success_title",
  "register.failure_title",
  "apply.check",
  "apply.account_success",
  "apply.account_failure",
  "field.username.signs",
  "field.email.needed",
  "field.role.unknown",
  "field.password.too_short_strict",
  "field.password.too_simple",
  "field.password.mismatch",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof SIGNUP_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly next: string
  readonly lengths: Readonly<Record<"name" | "username" | "email" | "password", number>>
  readonly passwordRule: PasswordRule
  readonly initialResult?: FormAnswer
}

/** D3: the account of a person who applied. The draft, or a plain HTML post, brings what the application said. */
export function SignupForm({ texts, language, page, next, lengths, passwordRule, initialResult }: Props) {
  const values = initialResult?.values ?? {}
  return (
    <AccountForm
      action="/api/auth/register"
      draft="signup"
      send={(form) => signUp(form, language)}
      labels={{
        submit: texts["register.submit"],
        submitting: texts["register.submitting"],
        success: [texts["register.success_title"], texts["apply.account_success"]],
        failure: [texts["register.failure_title"], texts["apply.account_failure"]],
      }}
      texts={{ ...texts, "login.wrong": texts["apply.check"] }}
      {...{ page, next, initialResult }}
    >
      {(errors) => (
        <>
          <input type="hidden" name="loginProvider" value="haitech" />
          <input type="hidden" name="role" defaultValue={values["role"]} />
          <input type="hidden" name="application" defaultValue={values["application"]} />
          <PersonFields {...{ texts, lengths, values, errors }} />
          <NewPassword
            texts={texts}
            labels={{
              password: texts["login.password"],
              confirm: texts["register.confirm"],
              advice: texts["password.advice_strict"],
            }}
            name="password"
            maxLength={lengths.password}
            rule={passwordRule}
            errors={errors}
          />
        </>
      )}
    </AccountForm>
  )
}
