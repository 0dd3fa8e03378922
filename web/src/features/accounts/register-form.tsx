import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { useState } from "react"
import type { MessageKey } from "#platform/texts.ts"
import { Field } from "#ui/field.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { ACCOUNT_TEXTS, AccountForm } from "./account-form.tsx"
import { signUp } from "./api.ts"
import { PasswordStrength, STRENGTH_TEXTS } from "./password-strength.tsx"

export const REGISTER_TEXTS = [
  ...ACCOUNT_TEXTS,
  ...STRENGTH_TEXTS,
  "form.email",
  "register.first_name",
  "register.last_name",
  "register.username",
  "register.confirm",
  "register.submit",
  "register.submitting",
  "register.success_title",
  "register.success",
  "register.failure_title",
  "register.failure",
  "field.first_name.required",
  "field.first_name.too_long",
  "field.last_name.required",
  "field.last_name.too_long",
  "field.username.too_short",
  "field.username.too_long",
  "field.username.address",
  "field.email.invalid",
  "field.email.too_long",
  "field.password.too_short",
  "field.password.mismatch",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof REGISTER_TEXTS)[number], string>>
  readonly language: Language
  readonly page: string
  readonly next: string
  /** The contract's lengths; the contract itself is fetched with the first attempt to send. */
  readonly lengths: Readonly<Record<"name" | "username" | "email" | "password", number>>
  readonly answer?: FormAnswer
}

/** §2 /register. */
export function RegisterForm({ texts, language, page, next, lengths, answer }: Props) {
  return (
    <AccountForm
      action="/api/auth/register"
      send={(form) => signUp(form, language)}
      words={{
        submit: texts["register.submit"],
        submitting: texts["register.submitting"],
        success: [texts["register.success_title"], texts["register.success"]],
        failure: [texts["register.failure_title"], texts["register.failure"]],
      }}
      {...{ texts, page, next, answer }}
    >
      {(errors) => (
        <>
          <input type="hidden" name="loginProvider" value="haitech" />
          <Person texts={texts} lengths={lengths} values={answer?.values ?? {}} errors={errors} />
          <Passwords texts={texts} length={lengths.password} errors={errors} />
        </>
      )}
    </AccountForm>
  )
}

interface PersonProps extends Pick<Props, "texts" | "lengths"> {
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

function Person({ texts, lengths, values, errors }: PersonProps) {
  const field = (name: string) => ({ name, required: true, defaultValue: values[name], error: errors[name] })
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={texts["register.first_name"]}
          autoComplete="given-name"
          maxLength={lengths.name}
          {...field("firstName")}
        />
        <Field
          label={texts["register.last_name"]}
          autoComplete="family-name"
          maxLength={lengths.name}
          {...field("lastName")}
        />
      </div>
      <Field
        label={texts["register.username"]}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={lengths.username}
        {...field("username")}
      />
      <Field
        label={texts["form.email"]}
        type="email"
        autoComplete="email"
        maxLength={lengths.email}
        {...field("email")}
      />
    </>
  )
}

interface PasswordsProps extends Pick<Props, "texts"> {
  readonly length: number
  readonly errors: Readonly<Record<string, string>>
}

function Passwords({ texts, length, errors }: PasswordsProps) {
  const [typed, setTyped] = useState("")
  const labels = { showLabel: texts["password.show"], hideLabel: texts["password.hide"] }
  return (
    <>
      <div className="grid gap-2">
        <PasswordField
          label={texts["login.password"]}
          name="password"
          autoComplete="new-password"
          required
          maxLength={length}
          error={errors["password"]}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          {...labels}
        />
        <PasswordStrength password={typed} texts={texts} />
      </div>
      <PasswordField
        label={texts["register.confirm"]}
        name="confirmPassword"
        autoComplete="new-password"
        required
        maxLength={length}
        error={errors["confirmPassword"]}
        {...labels}
      />
    </>
  )
}
