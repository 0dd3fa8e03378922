import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { ACCOUNT_TEXTS, AccountForm } from "./account-form.tsx"
import { signUp } from "./api.ts"
import { NEW_PASSWORD_TEXTS, NewPassword } from "./new-password.tsx"
import { PERSON_TEXTS, PersonFields } from "./person-fields.tsx"

export const REGISTER_TEXTS = [
  ...ACCOUNT_TEXTS,
  ...NEW_PASSWORD_TEXTS,
  ...PERSON_TEXTS,
  "password.advice",
  "register.confirm",
  "register.submit",
  "register.submitting",
  "register.success_title",
  "register.success",
  "register.failure_title",
  "register.failure",
  "field.email.invalid",
  "field.password.too_short",
  "field.password.mismatch",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof REGISTER_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly next: string
  /** The contract's lengths; the contract itself loads with the first submit. */
  readonly lengths: Readonly<Record<"name" | "username" | "email" | "password", number>>
  readonly initialResult?: FormAnswer
}

export function RegisterForm({ texts, language, page, next, lengths, initialResult }: Props) {
  return (
    <AccountForm
      action="/api/auth/register"
      draft="register"
      send={(form) => signUp(form, language)}
      labels={{
        submit: texts["register.submit"],
        submitting: texts["register.submitting"],
        success: [texts["register.success_title"], texts["register.success"]],
        failure: [texts["register.failure_title"], texts["register.failure"]],
      }}
      {...{ texts, page, next, initialResult }}
    >
      {(errors) => (
        <>
          <input type="hidden" name="loginProvider" value="haitech" />
          <input type="hidden" name="program" defaultValue={initialResult?.values["program"]} />
          <PersonFields texts={texts} lengths={lengths} values={initialResult?.values ?? {}} errors={errors} />
          <NewPassword
            texts={texts}
            labels={{
              password: texts["login.password"],
              confirm: texts["register.confirm"],
              advice: texts["password.advice"],
            }}
            name="password"
            maxLength={lengths.password}
            errors={errors}
          />
        </>
      )}
    </AccountForm>
  )
}
