import { cityOf } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { isSameClock } from "./clocks.ts"
import { DateLeaf } from "./date-leaf.tsx"
import { formatStart } from "./format-start.ts"
import { localTimeZone } from "./local-zone.ts"

export const CHOSEN_TEXTS = ["schedule.change_hour"] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof CHOSEN_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly startsAt: string
  readonly onChange: () => void
}

/** The chosen hour on the visitor's clock and, where it differs, on the site's. */
export function ChosenHour({ texts, language, timeZone, startsAt, onChange }: Props) {
  const localZone = localTimeZone()
  const isOneClock = isSameClock(startsAt, localZone, timeZone)
  const inZone = (zone: string) => `${formatStart(language, startsAt, zone)} (${cityOf(zone)})`
  return (
    <div className="chosen-hour" aria-live="polite">
      <DateLeaf {...{ language, timeZone: localZone }} at={startsAt} />
      <p>
        <strong>{inZone(isOneClock ? timeZone : localZone)}</strong>
        {!isOneClock && <span>{inZone(timeZone)}</span>}
      </p>
      <Button look="ghost" compact onClick={onChange}>
        {texts["schedule.change_hour"]}
      </Button>
    </div>
  )
}
