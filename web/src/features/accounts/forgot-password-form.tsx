import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { ACCOUNT_TEXTS, AccountForm } from "./account-form.tsx"
import { requestResetEmail } from "./api.ts"
import { LoginNameField } from "./login-name-field.tsx"

export const FORGOT_TEXTS = [
  ...ACCOUNT_TEXTS,
  "login.name",
  "forgot.submit",
  "forgot.submitting",
  "forgot.success_title",
  "forgot.success",
  "forgot.failure_title",
  "forgot.failure",
  "field.login_name.required",
  "field.login_name.too_long",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof FORGOT_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly next: string
  readonly initialResult?: FormAnswer
}

/** D2: requests the email that resets a forgotten password. */
export function ForgotPasswordForm({ texts, language, page, next, initialResult }: Props) {
  return (
    <AccountForm
      action="/api/auth/password/forgot"
      send={(form) => requestResetEmail(form, language)}
      labels={{
        submit: texts["forgot.submit"],
        submitting: texts["forgot.submitting"],
        success: [texts["forgot.success_title"], texts["forgot.success"]],
        failure: [texts["forgot.failure_title"], texts["forgot.failure"]],
      }}
      {...{ texts, page, next, initialResult }}
    >
      {(errors) => (
        <LoginNameField
          label={texts["login.name"]}
          value={initialResult?.values["usernameOrEmail"]}
          error={errors["usernameOrEmail"]}
        />
      )}
    </AccountForm>
  )
}
