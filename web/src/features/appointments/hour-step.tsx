import type { Language } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { CHOSEN_TEXTS, ChosenHour } from "./chosen-hour.tsx"
import { FreeStarts, STARTS_TEXTS } from "./free-starts.tsx"
import { HourPicker, PICKER_TEXTS } from "./hour-picker.tsx"
import type { useChoice } from "./use-choice.ts"
import { WAIT_TEXTS, WaitButton } from "./wait-button.tsx"

export const STEP_TEXTS = [
  ...PICKER_TEXTS,
  ...WAIT_TEXTS,
  ...CHOSEN_TEXTS,
  ...STARTS_TEXTS,
  "schedule.hours_title",
  "schedule.hours_loading",
  "schedule.no_fit",
  "schedule.ask",
  "schedule.choose_hour",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof STEP_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly choice: ReturnType<typeof useChoice>
  /** Of the form. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChoose: () => void
}

/** The first step of a request: the open hours, and the chosen one. */
export function HourStep({ texts, language, timeZone, choice, errors, onChoose }: Props) {
  const { slots, startsAt, starts, sessionType, isAsking } = choice
  const isMissing = !startsAt && (errors["date"] ?? errors["preferredTime"])
  const error = isMissing ? texts["schedule.choose_hour"] : errors["date"]
  const onStart = (start: string) => {
    onChoose()
    choice.choose(start)
  }
  return (
    <>
      <div>
        <HourPicker
          {...{ texts, language, timeZone, slots }}
          title={texts["schedule.hours_title"]}
          chosen={startsAt}
          onChoose={onStart}
          error={isAsking ? undefined : error}
          whenFull={(full) => <WaitButton {...{ texts, language, timeZone, sessionType }} hours={full} />}
        />
        {!isAsking && (
          <p className="no-fit">
            {texts["schedule.no_fit"]}{" "}
            <button type="button" className="more" onClick={choice.ask}>
              {texts["schedule.ask"]}
            </button>
          </p>
        )}
      </div>
      {starts.length > 0 && <FreeStarts {...{ texts, language, starts }} onChoose={onStart} />}
      {startsAt && <ChosenHour {...{ texts, language, timeZone, startsAt }} onChange={choice.change} />}
    </>
  )
}
