import { cityOf } from "@haitech/contract/clock"
import { useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Checkbox, FieldSet, RadioGroup } from "#ui/choice.tsx"
import { Field } from "#ui/field.tsx"

export const SLOT_FIELD_TEXTS = [
  "admin.day",
  "admin.session_start",
  "admin.slot_end",
  "admin.slot_last_day",
  "admin.slot_places",
  "admin.slot_repeats",
  "admin.slot_skips",
  "admin.slot_types",
  "admin.slot_until",
  "admin.slot_until_date",
  "admin.slot_until_never",
  "admin.slot_zone",
  "schedule.consultation",
  "schedule.mentoring",
  "schedule.tutoring",
] as const satisfies readonly MessageKey[]

const TYPE_TEXTS = {
  tutoring: "schedule.tutoring",
  mentoring: "schedule.mentoring",
  consultation: "schedule.consultation",
} as const
type SessionType = keyof typeof TYPE_TEXTS
const TYPES = Object.keys(TYPE_TEXTS) as SessionType[]
export const ALL_TYPES: readonly string[] = TYPES

interface Props {
  readonly texts: Readonly<Record<(typeof SLOT_FIELD_TEXTS)[number], string>>
  readonly errors: Readonly<Record<string, string>>
}

interface SlotProps extends Props {
  readonly types: readonly string[]
  readonly places: number
  readonly maxPlaces: number
}

/** The kinds of sessions that an hour is open for, and how many can book it. */
export function SlotFields({ texts, types, places, maxPlaces, errors }: SlotProps) {
  return (
    <>
      <FieldSet legend={texts["admin.slot_types"]} error={errors["sessionTypes"]}>
        <div className="slot-types">
          {TYPES.map((type) => (
            <Checkbox
              key={type}
              label={texts[TYPE_TEXTS[type]]}
              name="sessionTypes"
              value={type}
              defaultChecked={types.includes(type)}
            />
          ))}
        </div>
      </FieldSet>
      <Field
        label={texts["admin.slot_places"]}
        name="maxBookings"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxPlaces}
        required
        defaultValue={places}
        error={errors["maxBookings"]}
      />
    </>
  )
}

/** What `SlotFields` sends. */
export function readSlotFields(input: FormData) {
  const chosen = input.getAll("sessionTypes")
  return { sessionTypes: TYPES.filter((type) => chosen.includes(type)), maxBookings: Number(input.get("maxBookings")) }
}

interface TimeProps extends Props {
  readonly date: string
  readonly zone: string
}

export function TimeFields({ texts, date, zone, errors }: TimeProps) {
  return (
    <div className="grid gap-2">
      <div className="field-triple">
        <Field label={texts["admin.day"]} name="date" type="date" required defaultValue={date} error={errors["date"]} />
        <Field
          label={texts["admin.session_start"]}
          name="startTime"
          type="time"
          step={900}
          required
          defaultValue="16:00"
          error={errors["startTime"]}
        />
        <Field
          label={texts["admin.slot_end"]}
          name="endTime"
          type="time"
          step={900}
          required
          defaultValue="17:00"
          error={errors["endTime"]}
        />
      </div>
      <p className="small text-muted">{fill(texts["admin.slot_zone"], { city: cityOf(zone) })}</p>
    </div>
  )
}

/** Whether the hour repeats, and until when. */
export function RepeatFields({ texts, errors }: Props) {
  const [repeats, setRepeats] = useState(false)
  const [ends, setEnds] = useState("never")
  const error = errors["repeats"] ?? errors["until"] ?? errors["repeats.until"]
  return (
    <>
      <Checkbox
        label={texts["admin.slot_repeats"]}
        name="repeats"
        checked={repeats}
        onChange={({ currentTarget }) => setRepeats(currentTarget.checked)}
      />
      {repeats && (
        <div className="repeat-fields">
          <RadioGroup
            legend={texts["admin.slot_until"]}
            name="ends"
            value={ends}
            onChoose={setEnds}
            options={[
              { value: "never", label: texts["admin.slot_until_never"] },
              { value: "date", label: texts["admin.slot_until_date"] },
            ]}
          />
          {ends === "date" && (
            <Field label={texts["admin.slot_last_day"]} name="until" type="date" required error={error} />
          )}
          <Checkbox label={texts["admin.slot_skips"]} name="skipsClosedDays" defaultChecked />
        </div>
      )}
    </>
  )
}

/** What the three groups of fields send. */
export function readSlot(input: FormData) {
  const text = (name: string) => String(input.get(name) ?? "")
  return {
    date: text("date"),
    startTime: text("startTime"),
    endTime: text("endTime"),
    ...readSlotFields(input),
    ...(input.get("repeats") !== null && {
      repeats: {
        until: text("ends") === "date" ? text("until") : null,
        skipsClosedDays: input.get("skipsClosedDays") !== null,
      },
    }),
  }
}
