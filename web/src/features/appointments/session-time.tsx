import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { formatLocalTime } from "./clocks.ts"

export const SESSION_TIME_TEXTS = ["next.when", "schedule.yours"] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof SESSION_TIME_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly at: string
}

/** When a session is, on the site's clock and, where it differs, on the device's (D5). */
export function SessionTime({ texts, language, timeZone, at }: Props) {
  const local = formatLocalTime(texts, language, timeZone, at)
  const [day, time] = [formatDay(language, at, timeZone), formatHour(language, at, timeZone)]
  return (
    <>
      <p className="strong">{fill(texts["next.when"], { day, time, city: cityOf(timeZone) })}</p>
      {local && <p>{local}</p>}
    </>
  )
}
