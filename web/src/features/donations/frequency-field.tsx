import { RadioGroup } from "#ui/choice.tsx"

export const FREQUENCY_TEXTS = ["donate.frequency", "donate.one_time", "donate.monthly"] as const

interface Props {
  readonly texts: Readonly<Record<(typeof FREQUENCY_TEXTS)[number], string>>
  readonly error: string | undefined
}

/** Not shown without script, because a monthly gift needs the card fields. */
export function FrequencyField({ texts, error }: Props) {
  return (
    <div className="frequency" data-needs-script="">
      <RadioGroup
        legend={texts["donate.frequency"]}
        name="frequency"
        look="tiles"
        defaultValue="one-time"
        error={error}
        options={[
          { value: "one-time", label: texts["donate.one_time"] },
          { value: "monthly", label: texts["donate.monthly"] },
        ]}
      />
    </div>
  )
}
