import type { OwnAppointment } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"
import type { OpenSlot } from "@haitech/contract/slots"
import { useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button, focusAround } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { CHOSEN_TEXTS, ChosenHour } from "./chosen-hour.tsx"
import { FreeStarts, STARTS_TEXTS } from "./free-starts.tsx"
import { HourPicker, PICKER_TEXTS } from "./hour-picker.tsx"
import { isFree, minutesOf } from "./open-hours.ts"
import { startOf } from "./session-times.ts"
import { type Hours, useOpenHours } from "./use-open-hours.ts"

export const MOVE_TEXTS = [
  ...PICKER_TEXTS,
  ...CHOSEN_TEXTS,
  ...STARTS_TEXTS,
  "schedule.hours_loading",
  "session.failed_hours",
  "error.retry",
  "session.move_title",
  "session.move_submit",
  "session.move_stop",
  "session.move_none",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof MOVE_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly session: OwnAppointment
  readonly isBusy: boolean
  /** The next free hours, once the chosen one was taken. */
  readonly starts: readonly string[]
  readonly onMove: (startsAt: string) => Promise<void>
  readonly onStop: () => void
}

/** Chooses another open hour for a session. */
export function MoveSession({ texts, language, timeZone, session, isBusy, starts, onMove, onStop }: Props) {
  const { hours, reload } = useOpenHours({ language, timeZone })
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <div className="move-session">
      {starts.length > 0 && <FreeStarts {...{ texts, language, starts }} onChoose={setChosen} />}
      <Choice {...{ texts, language, timeZone, session, hours, chosen }} onChoose={setChosen} onRetry={reload} />
      {chosen && <ChosenHour {...{ texts, language, timeZone }} startsAt={chosen} onChange={() => setChosen(null)} />}
      <div className="session-actions">
        {chosen && (
          <BusyButton
            isBusy={isBusy}
            onClick={() => {
              void onMove(chosen).then(reload)
            }}
          >
            {texts["session.move_submit"]}
          </BusyButton>
        )}
        <Button look="quiet" onClick={onStop}>
          {texts["session.move_stop"]}
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps extends Pick<Props, "texts" | "language" | "timeZone" | "session"> {
  readonly hours: Hours
  readonly chosen: string | null
  readonly onChoose: (startsAt: string) => void
  readonly onRetry: () => void
}

function Choice({ texts, language, timeZone, session, hours, chosen, onChoose, onRetry }: ChoiceProps) {
  if (hours.state === "loading")
    return (
      <div role="status">
        <span className="sr">{texts["schedule.hours_loading"]}</span>
        <Skeleton className="h-40" />
      </div>
    )
  if (hours.state === "failed")
    return (
      <p className="notice failure" role="alert">
        {texts["session.failed_hours"]}{" "}
        <button ref={focusAround} type="button" className="more" onClick={onRetry}>
          {texts["error.retry"]}
        </button>
      </p>
    )
  const slots = hours.slots.filter((slot) => fits(slot, session))
  if (!slots.some(isFree)) return <p className="notice">{texts["session.move_none"]}</p>
  return <HourPicker {...{ texts, language, timeZone, slots, chosen, onChoose }} title={texts["session.move_title"]} />
}

function fits(slot: OpenSlot, session: OwnAppointment): boolean {
  const isOther = slot.startsAt !== startOf(session)
  return isOther && slot.sessionTypes.includes(session.sessionType) && minutesOf(slot) >= session.duration
}
