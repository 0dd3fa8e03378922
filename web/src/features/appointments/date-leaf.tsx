import { clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { namesOfDay } from "#platform/i18n/days.ts"

interface Props {
  readonly language: Language
  readonly at: string
  readonly timeZone: string
}

/** The leaf of a calendar, beside a text that says the day. */
export function DateLeaf({ language, at, timeZone }: Props) {
  const { date } = clockAt(at, timeZone)
  return (
    <span className="date-leaf" aria-hidden="true">
      <i>{namesOfDay(language, date).shortMonth}</i>
      <b>{Number(date.slice(8))}</b>
    </span>
  )
}
