import type { Language } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Skeleton } from "#ui/skeleton.tsx"
import { CHOSEN_TEXTS, ChosenHour } from "./chosen-hour.tsx"
import { FreeStarts, STARTS_TEXTS } from "./free-starts.tsx"
import type { PICKER_TEXTS } from "./hour-picker.tsx"
import type { useChoice } from "./use-choice.ts"
import { WAIT_TEXTS, WaitButton } from "./wait-button.tsx"

export const CHOICE_TEXTS = [
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
  readonly texts: Readonly<Record<(typeof CHOICE_TEXTS)[number] | (typeof PICKER_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly hasHours: boolean
  readonly choice: ReturnType<typeof useChoice>
  /** Of the form. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChoose: () => void
}

/** The first step of a request: the open hours, and the chosen one. */
export function HourChoice({ texts, language, timeZone, hasHours, choice, errors, onChoose }: Props) {
  const { startsAt, starts } = choice
  const onStart = (start: string) => {
    onChoose()
    choice.choose(start)
  }
  return (
    <>
      {hasHours && <OpenHours {...{ texts, language, timeZone, choice, errors }} onChoose={onStart} />}
      {starts.length > 0 && <FreeStarts {...{ texts, language, starts }} onChoose={onStart} />}
      {startsAt && <ChosenHour {...{ texts, language, timeZone, startsAt }} onChange={choice.change} />}
    </>
  )
}

interface OpenHoursProps extends Omit<Props, "hasHours" | "onChoose"> {
  readonly onChoose: (startsAt: string) => void
}

function OpenHours({ texts, language, timeZone, choice, errors, onChoose }: OpenHoursProps) {
  const { hours, slots, startsAt, sessionType, isAsking } = choice
  if (hours.state === "none" || hours.state === "failed") return null
  if (hours.state === "loading") return <LoadingHours texts={texts} />
  const isMissing = !startsAt && (errors["date"] ?? errors["preferredTime"])
  const error = isMissing ? texts["schedule.choose_hour"] : errors["date"]
  return (
    <div>
      <hours.Picker
        {...{ texts, language, timeZone, slots, onChoose }}
        title={texts["schedule.hours_title"]}
        chosen={startsAt}
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
  )
}

function LoadingHours({ texts }: Pick<Props, "texts">) {
  return (
    <div className="hours" data-needs-script="" aria-busy="true">
      <h2>{texts["schedule.hours_title"]}</h2>
      <p className="sr" role="status">
        {texts["schedule.hours_loading"]}
      </p>
      <Skeleton className="mt-2 h-5 w-64" />
      <div className="card days">
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}
