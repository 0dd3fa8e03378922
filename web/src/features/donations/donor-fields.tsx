import { Field } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"

export const DONOR_TEXTS = ["donate.name", "donate.email", "donate.email_why", "donate.note", "form.optional"] as const

interface Props {
  readonly texts: Readonly<Record<(typeof DONOR_TEXTS)[number], string>>
  readonly lengths: Readonly<Record<"name" | "email" | "message", number>>
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly isMonthly: boolean
}

/** A blank name and a blank email give an anonymous donation (spec §5), but a monthly one needs an email. */
export function DonorFields({ texts, lengths, values, errors, isMonthly }: Props) {
  const note = texts["form.optional"]
  return (
    <>
      <div className="field-pair grid gap-5 sm:grid-cols-2">
        <Field
          label={texts["donate.name"]}
          note={note}
          name="donorName"
          autoComplete="name"
          maxLength={lengths.name}
          defaultValue={values["donorName"]}
          error={errors["donorName"]}
        />
        <Field
          label={texts["donate.email"]}
          {...(isMonthly ? { required: true } : { note })}
          name="donorEmail"
          type="email"
          autoComplete="email"
          maxLength={lengths.email}
          defaultValue={values["donorEmail"]}
          error={errors["donorEmail"]}
        />
      </div>
      {!isMonthly && <p className="small -mt-3 text-muted">{texts["donate.email_why"]}</p>}
      <TextAreaField
        label={texts["donate.note"]}
        note={note}
        name="message"
        rows={2}
        maxLength={lengths.message}
        defaultValue={values["message"]}
        error={errors["message"]}
      />
    </>
  )
}
