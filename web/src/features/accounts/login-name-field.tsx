import { Field } from "#ui/field.tsx"

interface Props {
  readonly label: string
  readonly value: string | undefined
  readonly error: string | undefined
}

export function LoginNameField({ label, value, error }: Props) {
  return (
    <Field
      label={label}
      name="usernameOrEmail"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={value}
      error={error}
    />
  )
}
