import { useAdminApp } from "#platform/app/app.tsx"
import { Checkbox, FieldSet } from "#ui/choice.tsx"
import { Field } from "#ui/field.tsx"
import { SESSION_TYPES } from "./labels.ts"
import type { SlotInput } from "./slots-api.ts"

type SessionType = SlotInput["sessionTypes"][number]

const TYPES = Object.keys(SESSION_TYPES) as SessionType[]

interface Props {
  readonly types: readonly string[]
  readonly places: number
  readonly errors: Readonly<Record<string, string>>
}

/** The kinds of sessions that an hour is open for, and how many can book it. */
export function SlotFields({ types, places, errors }: Props) {
  const { t, lengths } = useAdminApp()
  return (
    <>
      <FieldSet legend={t("admin.slot_types")} error={errors["sessionTypes"]}>
        <div className="slot-types">
          {TYPES.map((type) => (
            <Checkbox
              key={type}
              label={t(SESSION_TYPES[type])}
              name="sessionTypes"
              value={type}
              defaultChecked={types.includes(type)}
            />
          ))}
        </div>
      </FieldSet>
      <Field
        label={t("admin.slot_places")}
        name="maxBookings"
        type="number"
        inputMode="numeric"
        min={1}
        max={lengths.slotPlaces}
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

export const ALL_TYPES: readonly string[] = TYPES
