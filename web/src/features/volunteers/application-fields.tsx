import type { Language } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { CountedField, HintedField } from "./described-fields.tsx"
import { LANGUAGES_TEXTS, LanguagesField } from "./languages-field.tsx"
import { CountryField, PLACE_TEXTS, ZoneField } from "./place-fields.tsx"

export const FIELD_TEXTS = [
  ...LANGUAGES_TEXTS,
  ...PLACE_TEXTS,
  "form.email",
  "register.first_name",
  "register.last_name",
  "apply.you",
  "apply.phone",
  "apply.bring",
  "apply.skills",
  "apply.skills_hint",
  "apply.availability",
  "apply.availability_hint",
  "apply.experience",
  "apply.experience_hint",
  "apply.motivation",
  "apply.motivation_hint",
  "apply.more",
  "apply.linkedin",
  "apply.website",
  "apply.address_hint",
  "apply.referral",
  "apply.count",
] as const satisfies readonly MessageKey[]

const LENGTH_NAMES = [
  "name",
  "email",
  "phone",
  "country",
  "languages",
  "skills",
  "availability",
  "url",
  "motivation",
  "experience",
  "referral",
] as const
export type Lengths = Readonly<Record<(typeof LENGTH_NAMES)[number], number>>

export interface FieldsProps {
  readonly texts: Readonly<Record<(typeof FIELD_TEXTS)[number], string>>
  readonly language: Language
  readonly lengths: Lengths
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

/** spec §5: everything but the role and the consent. */
export function Fields(props: FieldsProps) {
  const { texts } = props
  return (
    <>
      <Group title={texts["apply.you"]}>
        <Person {...props} />
      </Group>
      <Group title={texts["apply.bring"]}>
        <Abilities {...props} />
      </Group>
      <Group title={texts["apply.more"]}>
        <More {...props} />
      </Group>
    </>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="form-part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

function fieldOf({ values, errors }: FieldsProps) {
  return (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
}

function Person(props: FieldsProps) {
  const { texts, language, lengths } = props
  const field = fieldOf(props)
  const note = texts["form.optional"]
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <HintedField
        label={texts["register.first_name"]}
        autoComplete="given-name"
        required
        maxLength={lengths.name}
        {...field("firstName")}
      />
      <HintedField
        label={texts["register.last_name"]}
        autoComplete="family-name"
        required
        maxLength={lengths.name}
        {...field("lastName")}
      />
      <HintedField
        label={texts["form.email"]}
        type="email"
        autoComplete="email"
        required
        maxLength={lengths.email}
        {...field("email")}
      />
      <HintedField
        label={texts["apply.phone"]}
        note={note}
        type="tel"
        autoComplete="tel"
        maxLength={lengths.phone}
        {...field("phone")}
      />
      <CountryField {...{ texts, language }} maxLength={lengths.country} {...field("country")} />
      <ZoneField texts={texts} {...field("timezone")} />
    </div>
  )
}

function Abilities(props: FieldsProps) {
  const { texts, lengths } = props
  const field = fieldOf(props)
  const optional = { note: texts["form.optional"], counter: texts["apply.count"] }
  return (
    <>
      <CountedField
        label={texts["apply.motivation"]}
        hint={texts["apply.motivation_hint"]}
        counter={texts["apply.count"]}
        required
        rows={5}
        maxLength={lengths.motivation}
        {...field("motivation")}
      />
      <LanguagesField texts={texts} maxLength={lengths.languages} {...field("languages")} />
      <CountedField
        {...optional}
        label={texts["apply.skills"]}
        hint={texts["apply.skills_hint"]}
        maxLength={lengths.skills}
        {...field("skills")}
      />
      <CountedField
        {...optional}
        label={texts["apply.availability"]}
        hint={texts["apply.availability_hint"]}
        maxLength={lengths.availability}
        {...field("availability")}
      />
      <CountedField
        {...optional}
        label={texts["apply.experience"]}
        hint={texts["apply.experience_hint"]}
        maxLength={lengths.experience}
        {...field("experience")}
      />
    </>
  )
}

function More(props: FieldsProps) {
  const { texts, lengths } = props
  const field = fieldOf(props)
  const note = texts["form.optional"]
  const link = { note, hint: texts["apply.address_hint"], type: "url", maxLength: lengths.url }
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <HintedField {...link} label={texts["apply.linkedin"]} {...field("linkedinUrl")} />
        <HintedField {...link} label={texts["apply.website"]} autoComplete="url" {...field("websiteUrl")} />
      </div>
      <HintedField label={texts["apply.referral"]} note={note} maxLength={lengths.referral} {...field("referral")} />
    </>
  )
}
