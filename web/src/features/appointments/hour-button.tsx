import { cityOf, formatHour } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { OpenSlot } from "@haitech/contract/slots"
import { Icon } from "#ui/icon.tsx"
import { isFree } from "./open-hours.ts"

interface Props {
  readonly texts: Readonly<Record<"schedule.taken", string>>
  readonly language: Language
  readonly timeZone: string
  readonly localZone: string
  readonly slot: OpenSlot
  /** The visitor's clock shows the site's time. */
  readonly isOneClock: boolean
  readonly group: string
  /** The id of the day's heading. */
  readonly day: string
  readonly isChosen: boolean
  /** Without script the button is a field of the form. */
  readonly isStatic: boolean
  readonly onChoose: (startsAt: string) => void
}

/** The radio button of an hour: the visitor's clock, and below it the site's. */
export function HourButton({ texts, language, timeZone, localZone, slot, isOneClock, ...radio }: Props) {
  const { startsAt } = slot
  const isTaken = !isFree(slot)
  const there = `${formatHour(language, startsAt, timeZone).replace(/:00(?=\s[AP]M)/, "")} ${cityOf(timeZone)}`
  return (
    <label className="open-hour">
      <input
        type="radio"
        // With script in no form: drafts and requests are about the chosen hour, which may be in another week.
        {...(radio.isStatic ? { name: "preferredDate" } : { form: "none", name: radio.group })}
        value={startsAt}
        checked={radio.isChosen}
        disabled={isTaken}
        aria-describedby={radio.day}
        onChange={() => radio.onChoose(startsAt)}
      />
      <b>{formatHour(language, startsAt, localZone)}</b>{" "}
      {isTaken ? <small>{texts["schedule.taken"]}</small> : !isOneClock && <small>{there}</small>}
      {radio.isChosen && <Icon name="check" />}
    </label>
  )
}
