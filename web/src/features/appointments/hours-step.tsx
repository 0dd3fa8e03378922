import type { Language } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Skeleton } from "#ui/skeleton.tsx"
import type { PICKER_TEXTS } from "./hour-picker.tsx"
import type { useChoice } from "./use-choice.ts"
import { WAIT_TEXTS, WaitButton } from "./wait-button.tsx"

export const STEP_TEXTS = [
  ...WAIT_TEXTS,
  "schedule.hours_title",
  "schedule.hours_loading",
  "schedule.no_fit",
  "schedule.ask",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof STEP_TEXTS)[number] | (typeof PICKER_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly choice: ReturnType<typeof useChoice>
  readonly error: string | undefined
}

/** The first step of a request: the open hours, or the way to ask for another time. */
export function HoursStep({ texts, language, timeZone, choice, error }: Props) {
  const { hours, slots, startsAt, sessionType } = choice
  if (hours.state === "none" || hours.state === "failed") return null
  if (hours.state === "loading") return <LoadingHours texts={texts} />
  return (
    <div>
      <hours.Picker
        {...{ texts, language, timeZone, slots, error }}
        title={texts["schedule.hours_title"]}
        chosen={startsAt}
        onChoose={choice.choose}
        whenFull={(full) => <WaitButton {...{ texts, language, timeZone, sessionType }} hours={full} />}
      />
      {!choice.isAsking && (
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
