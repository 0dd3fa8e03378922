import { clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { useEffect, useId, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Field, SelectField } from "#ui/field.tsx"
import { ariaProps, FieldFrame } from "#ui/field-frame.tsx"
import type { useChoice } from "./use-choice.ts"
import { TIME_TEXTS, When } from "./when.tsx"

export const FIELD_TEXTS = [
  ...TIME_TEXTS,
  "form.name",
  "form.email",
  "form.optional",
  "schedule.ask",
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
  readonly choice: Pick<ReturnType<typeof useChoice>, "startsAt" | "minutes" | "sessionTypes" | "isAsking" | "isStatic">
}

export function Fields({ texts, language, timeZone, lengths, options, values, errors, choice }: Props) {
  const field = (name: string) => ({ name, error: errors[name], defaultValue: values[name] })
  return (
    <>
      <Person {...{ texts, lengths, field }} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField label={texts["schedule.type"]} required {...field("sessionType")}>
          <option value="">{texts["schedule.choose_type"]}</option>
          <OptionElements of={options.types.filter(({ value }) => choice.sessionTypes?.includes(value) ?? true)} />
        </SelectField>
        <SelectField label={texts["contact.subject"]} required {...field("subject")}>
          <option value="">{texts["contact.choose"]}</option>
          <OptionElements of={options.subjects} />
        </SelectField>
      </div>
      <AskBirthYear field={field} />
      <Hour {...{ texts, language, timeZone, choice, field }} times={options.times} />
      <Duration {...{ texts, choice, field }} durations={options.durations} value={values["duration"]} />
      <Description {...{ texts, lengths, field }} />
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

type BirthYearScript = Partial<typeof import("./birth-year.tsx")>

/** Only the form of somebody who is signed in loads the question. */
function AskBirthYear({ field }: { readonly field: FieldProps }) {
  const [{ BirthYear }, setScript] = useState<BirthYearScript>({})
  useEffect(() => {
    if (!("signedIn" in document.documentElement.dataset)) return
    // The booking works without it: the server asks those it knows to be young.
    import("./birth-year.tsx").then(setScript, () => undefined)
  }, [])
  return BirthYear && <BirthYear {...field("birthYear")} />
}

type FieldProps = (name: string) => {
  readonly name: string
  readonly error: string | undefined
  readonly defaultValue: string | undefined
}

interface PersonProps extends Pick<Props, "texts" | "lengths"> {
  readonly field: FieldProps
}

function Person({ texts, lengths, field }: PersonProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
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
    </div>
  )
}

/** Not a `TextAreaField`, which comes in a file with what the donation form needs. */
function Description({ texts, lengths, field }: PersonProps) {
  const id = useId()
  const { error, ...rest } = field("description")
  return (
    <FieldFrame id={id} label={texts["schedule.about"]} note={texts["form.optional"]} error={error}>
      <textarea
        className="control text-area"
        rows={4}
        maxLength={lengths.description}
        {...ariaProps(id, error)}
        {...rest}
      />
    </FieldFrame>
  )
}

interface HourProps extends Pick<Props, "texts" | "language" | "timeZone" | "choice"> {
  readonly times: readonly Option[]
  readonly field: FieldProps
}

/** The chosen hour, or the fields for another one. Without script the fields are there in any case. */
function Hour({ texts, language, timeZone, choice, times, field }: HourProps) {
  const { startsAt, isAsking, isStatic } = choice
  const when = <When {...{ texts, language, timeZone, times, field }} isRequired={isAsking} />
  if (isStatic && !isAsking) {
    return (
      <div className="without-script grid gap-2">
        <label className="tick">
          <input type="radio" name="preferredDate" value="" />
          <span>{texts["schedule.ask"]}</span>
        </label>
        {when}
      </div>
    )
  }
  if (!startsAt) return isAsking && when
  return (
    <>
      <input type="hidden" name="preferredDate" value={startsAt} />
      <input type="hidden" name="preferredTime" value={clockAt(startsAt, timeZone).time} />
    </>
  )
}

interface DurationProps extends Pick<Props, "texts" | "choice"> {
  readonly durations: readonly Option[]
  readonly value: string | undefined
  readonly field: FieldProps
}

const DEFAULT_MINUTES = 60

/** None that is longer than the chosen hour. */
function Duration({ texts, choice, durations, value, field }: DurationProps) {
  const { minutes } = choice
  const offered = durations.filter((option) => !minutes || Number(option.value) <= minutes)
  return (
    <SelectField
      // Where the hour is shorter than the default, the longest that fits is chosen.
      key={Math.min(minutes ?? DEFAULT_MINUTES, DEFAULT_MINUTES)}
      label={texts["schedule.duration"]}
      note={texts["form.optional"]}
      {...field("duration")}
      defaultValue={value ?? String(Math.min(DEFAULT_MINUTES, Number(offered.at(-1)?.value ?? DEFAULT_MINUTES)))}
    >
      <OptionElements of={offered} />
    </SelectField>
  )
}

function OptionElements({ of }: { readonly of: readonly Option[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
