import type { Language } from "@haitech/contract/languages"
import { useEffect, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { HourPicker, PICKER_TEXTS } from "./hour-picker.tsx"
import { isFree } from "./open-hours.ts"
import type { useChoice } from "./use-choice.ts"
import { ZONE_TEXTS, ZoneSwitch } from "./zone-switch.tsx"

export const STEP_TEXTS = [
  ...PICKER_TEXTS,
  ...ZONE_TEXTS,
  "schedule.wait",
  "schedule.wait_email",
  "schedule.waiting",
  "schedule.failure",
  "schedule.change_hour",
  "schedule.free_starts",
  "schedule.hours_title",
  "schedule.no_fit",
  "schedule.ask",
  "schedule.choose_hour",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof STEP_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly renderedOn: string
  readonly choice: ReturnType<typeof useChoice>
  /** Of the form. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChoose: () => void
}

/** The first step of a request: the open hours, and the chosen one. */
export function HourStep({ texts, language, timeZone, renderedOn, choice, errors, onChoose }: Props) {
  const { slots, startsAt, starts, sessionType, isAsking, isStatic, adopt } = choice
  const details = useDetails(startsAt !== null || starts.length > 0 || slots.some((slot) => !isFree(slot)))
  const isMissing = !startsAt && (errors["date"] ?? errors["preferredTime"])
  const error = isMissing ? texts["schedule.choose_hour"] : errors["date"]
  const onStart = (start: string) => {
    onChoose()
    choice.choose(start)
  }
  return (
    <>
      <div ref={adopt}>
        <HourPicker
          {...{ texts, language, timeZone, renderedOn, slots }}
          title={texts["schedule.hours_title"]}
          chosen={startsAt}
          onChoose={onStart}
          error={isAsking ? undefined : error}
          whenFull={
            details && ((full) => <details.WaitButton {...{ texts, language, timeZone, sessionType }} hours={full} />)
          }
          afterClocks={!isStatic && <ZoneSwitch {...{ texts }} />}
        />
        {!isAsking && !isStatic && (
          <p className="no-fit">
            {texts["schedule.no_fit"]}{" "}
            <button type="button" className="more" onClick={choice.ask}>
              {texts["schedule.ask"]}
            </button>
          </p>
        )}
      </div>
      {details && starts.length > 0 && <details.FreeStarts {...{ texts, language, starts }} onChoose={onStart} />}
      {details && startsAt && (
        <details.ChosenHour {...{ texts, language, timeZone, startsAt }} onChange={choice.change} />
      )}
    </>
  )
}

const loadDetails = async () => ({
  ...(await import("./chosen-hour.tsx")),
  ...(await import("./free-starts.tsx")),
  ...(await import("./wait-button.tsx")),
})

type Details = Awaited<ReturnType<typeof loadDetails>>

/** Most visits do without them. Where the script fails to load, the chosen hour is only marked in its week. */
function useDetails(isWanted: boolean): Details | undefined {
  const [details, setDetails] = useState<Details>()
  useEffect(() => {
    if (isWanted) loadDetails().then(setDetails, () => undefined)
  }, [isWanted])
  return details
}
