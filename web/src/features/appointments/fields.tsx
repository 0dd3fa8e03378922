import type { Language } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Field, SelectField } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { TIME_TEXTS, When } from "./when.tsx"

export const FIELD_TEXTS = [
  ...TIME_TEXTS,
  "form.name",
  "form.email",
  "form.optional",
  "schedule.type",
  "schedule.choose_type",
  "contact.subject",
  "contact.choose",
  "schedule.duration",
  "schedule.about",
  "schedule.urgency",
] as const satisfies readonly MessageKey[]

interface Option {
  readonly value: string
  readonly label: string
}

/** The choices of spec §3 as values and labels. */
export type Options = Readonly<Record<"types" | "subjects" | "times" | "durations" | "priorities", readonly Option[]>>

interface Props {
  readonly texts: Readonly<Record<(typeof FIELD_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly lengths: Readonly<Record<"name" | "email" | "description", number>>
  readonly options: Options
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

export function Fields({ texts, language, timeZone, lengths, options, values, errors }: Props) {
  const field = (name: string) => ({ name, error: errors[name], defaultValue: values[name] })
  return (
    <>
      <Field
        label={texts["form.name"]}
        autoComplete="name"
        required
        maxLength={lengths.name}
        {...field("studentName")}
      />
      <Field
        label={texts["form.email"]}
        type="email"
        autoComplete="email"
        required
        maxLength={lengths.email}
        {...field("studentEmail")}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField label={texts["schedule.type"]} required {...field("sessionType")}>
          <option value="">{texts["schedule.choose_type"]}</option>
          <OptionElements of={options.types} />
        </SelectField>
        <SelectField label={texts["contact.subject"]} required {...field("subject")}>
          <option value="">{texts["contact.choose"]}</option>
          <OptionElements of={options.subjects} />
        </SelectField>
      </div>
      <When texts={texts} language={language} timeZone={timeZone} times={options.times} field={field} />
      <SelectField
        label={texts["schedule.duration"]}
        note={texts["form.optional"]}
        {...field("duration")}
        defaultValue={values["duration"] ?? "60"}
      >
        <OptionElements of={options.durations} />
      </SelectField>
      <TextAreaField
        label={texts["schedule.about"]}
        note={texts["form.optional"]}
        maxLength={lengths.description}
        {...field("description")}
      />
      <SelectField
        label={texts["schedule.urgency"]}
        note={texts["form.optional"]}
        {...field("priority")}
        defaultValue={values["priority"] ?? "normal"}
      >
        <OptionElements of={options.priorities} />
      </SelectField>
    </>
  )
}

function OptionElements({ of }: { readonly of: readonly Option[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
