import type { MessageKey } from "#platform/i18n/texts.ts"
import { Field } from "#ui/field.tsx"

export const PERSON_TEXTS = [
  "form.email",
  "register.first_name",
  "register.last_name",
  "register.username",
  "field.first_name.required",
  "field.first_name.too_long",
  "field.last_name.required",
  "field.last_name.too_long",
  "field.username.too_short",
  "field.username.too_long",
  "field.username.address",
  "field.email.too_long",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof PERSON_TEXTS)[number], string>>
  readonly lengths: Readonly<Record<"name" | "username" | "email", number>>
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

/** The name, the username and the email address of a new account. */
export function PersonFields({ texts, lengths, values, errors }: Props) {
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
