import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Field } from "#ui/field.tsx"
import { ACCOUNT_TEXTS, AccountForm } from "./account-form.tsx"
import { signInByCode } from "./api.ts"
import { LoginNameField } from "./login-name-field.tsx"

export const LOGIN_CODE_TEXTS = [
  ...ACCOUNT_TEXTS,
  "login.name",
  "login.submit",
  "login.submitting",
  "login.success_title",
  "login.success",
  "login.failure_title",
  "device_code.code",
  "problem.device_code.expired",
  "field.login_name.required",
  "field.login_name.too_long",
  "field.device_code.required",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof LOGIN_CODE_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly next: string
  readonly initialResult?: FormAnswer
}

export function LoginCodeForm({ texts, language, page, next, initialResult }: Props) {
  return (
    <AccountForm
      action="/api/auth/login-by-code"
      send={(form) => signInByCode(form, language)}
      labels={{
        submit: texts["login.submit"],
        submitting: texts["login.submitting"],
        success: [texts["login.success_title"], texts["login.success"]],
        failure: [texts["login.failure_title"], texts["problem.device_code.expired"]],
      }}
      {...{ texts, page, next, initialResult }}
    >
      {(errors) => (
        <>
          <LoginNameField
            label={texts["login.name"]}
            value={initialResult?.values["usernameOrEmail"]}
            error={errors["usernameOrEmail"]}
          />
          <Field
            label={texts["device_code.code"]}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={11}
            required
            error={errors["code"]}
          />
        </>
      )}
    </AccountForm>
  )
}
