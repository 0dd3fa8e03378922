import { clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import type { OpenSlot } from "@haitech/contract/slots"
import { type MouseEvent, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { request } from "#platform/http/request.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"

export const WAIT_TEXTS = [
  "schedule.wait",
  "schedule.wait_email",
  "schedule.waiting",
  "schedule.failure",
] as const satisfies readonly MessageKey[]

const TYPES = ["tutoring", "mentoring", "consultation"] as const

interface Props {
  readonly texts: Readonly<Record<(typeof WAIT_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly hours: readonly OpenSlot[]
  /** Empty until the visitor has chosen one. */
  readonly sessionType: string
}

/** On a day whose hours are all taken: puts the email of the form on the waiting list. */
export function WaitButton({ texts, language, timeZone, hours, sessionType }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState({ isWaiting: false, text: "" })
  const [first] = hours

  async function wait({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const field = currentTarget.form?.elements.namedItem("studentEmail")
    if (!first || !(field instanceof HTMLInputElement)) return
    if (!field.validity.valid) {
      setOutcome({ isWaiting: false, text: texts["schedule.wait_email"] })
      field.focus()
      return
    }
    const { date } = clockAt(first.startsAt, timeZone)
    const wanted = first.sessionTypes.includes(sessionType) ? sessionType : first.sessionTypes[0]
    const body = { date, email: field.value, sessionType: TYPES.find((type) => type === wanted) ?? TYPES[0] }
    setBusy(true)
    try {
      await request(routes.waitForSlot, { body }, language)
      setOutcome({ isWaiting: true, text: fill(texts["schedule.waiting"], { email: field.value }) })
    } catch (error) {
      setOutcome({ isWaiting: false, text: (await explainFailure(error, language)) || texts["schedule.failure"] })
    }
    setBusy(false)
  }

  return (
    <div className="waiting-list">
      {!outcome.isWaiting && (
        <BusyButton isBusy={isBusy} look="quiet" compact onClick={wait}>
          {texts["schedule.wait"]}
        </BusyButton>
      )}
      <p className="small" role="status">
        {outcome.text}
      </p>
    </div>
  )
}
