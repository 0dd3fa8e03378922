import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { useEffect, useRef, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { fill } from "#platform/i18n/fill.ts"
import { formatMoney } from "#platform/i18n/numbers.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Notice } from "#ui/notice.tsx"
import { emailReceipt, type Receipts } from "./receipts-api.ts"

export const RECEIPT_LIST_TEXTS = [
  "receipts.not_emailed",
  "receipts.of",
  "receipts.none",
  "receipts.net",
  "receipts.email",
  "receipts.email_year",
  "receipts.emailed",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof RECEIPT_LIST_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly token: string
  readonly receipts: Receipts
}

interface Outcome {
  readonly isSent: boolean
  readonly message: string
}

export function ReceiptList({ texts, language, timeZone, token, receipts: { email, receipts } }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState<string | number | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  // The button that showed the list is gone.
  useEffect(() => heading.current?.focus(), [])
  const years = [...new Set(receipts.map(({ year }) => year))]

  async function send(choice: { readonly receipt: string } | { readonly year: number }) {
    setBusy("year" in choice ? choice.year : choice.receipt)
    try {
      await emailReceipt({ token, ...choice }, language)
      setOutcome({ isSent: true, message: texts["receipts.emailed"] })
    } catch (error) {
      const reason = await explainFailure(error, language)
      setOutcome({ isSent: false, message: reason || texts["receipts.not_emailed"] })
    }
    setBusy(null)
  }

  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere">
        {fill(texts["receipts.of"], { email })}
      </h2>
      <div role="status" className="empty:absolute">
        {outcome && <Notice failed={!outcome.isSent}>{outcome.message}</Notice>}
      </div>
      {receipts.length === 0 && <p>{texts["receipts.none"]}</p>}
      <ul className="grid gap-5">
        {receipts.map(({ id, number, amount, net, currency, paidAt }) => (
          <li key={id} className="grid gap-2">
            <p>
              <strong>{formatMoney(language, amount, currency)}</strong>{" "}
              <span className="text-muted">{formatDay(language, paidAt, timeZone)}</span>
              {net < amount && (
                <span className="block text-muted">
                  {fill(texts["receipts.net"], { amount: formatMoney(language, net, currency) })}
                </span>
              )}
            </p>
            <p>
              <BusyButton compact look="quiet" isBusy={busy !== null} onClick={() => void send({ receipt: id })}>
                {fill(texts["receipts.email"], { number })}
              </BusyButton>
            </p>
          </li>
        ))}
      </ul>
      {years.map((year) => (
        <BusyButton key={year} isBusy={busy !== null} onClick={() => void send({ year })}>
          {fill(texts["receipts.email_year"], { year })}
        </BusyButton>
      ))}
    </div>
  )
}
