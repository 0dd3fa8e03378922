import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { PasswordField } from "#ui/password-field.tsx"
import { ACCOUNT_TEXTS, AccountForm } from "./account-form.tsx"
import { signIn } from "./api.ts"
import { LoginNameField } from "./login-name-field.tsx"

export const LOGIN_TEXTS = [
  ...ACCOUNT_TEXTS,
  "login.name",
  "login.submit",
  "login.submitting",
  "login.success_title",
  "login.success",
  "login.failure_title",
  "login.failure",
  "login.wait",
  "login.reset",
  "field.login_name.required",
  "field.login_name.too_long",
  "field.password.required",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof LOGIN_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly next: string
  /** The path of the page that sends a reset email. */
  readonly resetPage: string
  readonly initialResult?: FormAnswer
}

export function LoginForm({ texts, language, page, next, resetPage, initialResult }: Props) {
  return (
    <AccountForm
      action="/api/auth/login"
      send={(form) => signIn(form, language)}
      labels={{
        submit: texts["login.submit"],
        submitting: texts["login.submitting"],
        success: [texts["login.success_title"], texts["login.success"]],
        failure: [texts["login.failure_title"], texts["login.failure"]],
      }}
      locked={(minutes) => (
        <>
          {fill(texts["login.wait"], { minutes })}{" "}
          <a className="more" href={resetPage}>
            {texts["login.reset"]}
          </a>
        </>
      )}
      {...{ texts, page, next, initialResult }}
    >
      {(errors) => (
        <>
          <LoginNameField
            label={texts["login.name"]}
            value={initialResult?.values["usernameOrEmail"]}
            error={errors["usernameOrEmail"]}
          />
          <PasswordField
            label={texts["login.password"]}
            name="password"
            autoComplete="current-password"
            required
            showLabel={texts["password.show"]}
            hideLabel={texts["password.hide"]}
            error={errors["password"]}
          />
        </>
      )}
    </AccountForm>
  )
}
