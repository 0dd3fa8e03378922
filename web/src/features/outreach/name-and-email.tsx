import { Field } from "#ui/field.tsx"

interface Props {
  readonly texts: Readonly<Record<"form.name" | "form.email", string>>
  readonly lengths: Readonly<Record<"name" | "email", number>>
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

export function NameAndEmail({ texts, lengths, values, errors }: Props) {
  const field = (name: "name" | "email") => ({
    name,
    autoComplete: name,
    required: true,
    maxLength: lengths[name],
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <>
      <Field label={texts["form.name"]} {...field("name")} />
      <Field label={texts["form.email"]} type="email" {...field("email")} />
    </>
  )
}
