import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { MonthlyGift } from "@haitech/contract/monthly-gifts"
import { useRef, useState } from "react"
import { formatMoney } from "#platform/i18n/numbers.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { Notice } from "#ui/notice.tsx"
import { AMOUNT_TEXTS, GiftAmountForm } from "./gift-amount-form.tsx"
import { STOP_TEXTS, StopDialog } from "./stop-dialog.tsx"
import type { GiftChange } from "./use-monthly-gift.ts"

export const GIFT_VIEW_TEXTS = [
  ...AMOUNT_TEXTS,
  ...STOP_TEXTS,
  "monthly_gift.each_month",
  "monthly_gift.state_active",
  "monthly_gift.state_paused",
  "monthly_gift.state_stopped",
  "monthly_gift.state_incomplete",
  "monthly_gift.since",
  "monthly_gift.next",
  "monthly_gift.none",
  "monthly_gift.card",
  "monthly_gift.change_card",
  "monthly_gift.failing",
  "monthly_gift.pause",
  "monthly_gift.resume",
  "monthly_gift.stop",
  "monthly_gift.done_active",
  "monthly_gift.done_paused",
  "monthly_gift.done_stopped",
  "monthly_gift.done_amount",
  "monthly_gift.done_card",
  "monthly_gift.refused",
  "monthly_gift.again",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof GIFT_VIEW_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  readonly timeZone: string
  readonly donatePage: string
  readonly limits: { readonly min: number; readonly max: number }
  readonly gift: MonthlyGift
  /** The donor comes back from the page that takes another card. */
  readonly isCardChanged: boolean
  readonly change: (change: GiftChange) => Promise<boolean>
  /** Leaves for the page that takes another card. */
  readonly openCardPage: () => Promise<void>
}

const TONES: Readonly<Record<MonthlyGift["state"], ChipTone>> = {
  active: "good",
  paused: "wait",
  stopped: "plain",
  incomplete: "plain",
}
const RESULTS = { pause: "paused", resume: "active", stop: "stopped", amount: "amount", card: "card" } as const

export function GiftView({ texts, language, timeZone, donatePage, limits, gift, ...actions }: Props) {
  const { isBusy, result, apply, leave, resultRef } = useChange(actions)
  const [isAskingToStop, setAskingToStop] = useState(false)
  const isRunning = gift.state === "active" || gift.state === "paused"
  return (
    <div className="grid gap-6">
      <GiftFacts {...{ texts, language, timeZone, gift }} />
      {gift.isFailing && isRunning && result !== "card" && (
        <p className="notice caution">{texts["monthly_gift.failing"]}</p>
      )}
      <div ref={resultRef} tabIndex={-1} className="gift-result">
        {result && (
          <Notice failed={result === "refused"}>
            {result === "refused" ? texts["monthly_gift.refused"] : texts[`monthly_gift.done_${RESULTS[result]}`]}
          </Notice>
        )}
      </div>
      {isRunning ? (
        <>
          <GiftAmountForm key={gift.amount} {...{ texts, limits, isBusy }} cents={gift.amount} onSave={apply} />
          <div className="gift-actions">
            <BusyButton
              isBusy={isBusy}
              look="quiet"
              onClick={() => apply({ change: gift.state === "active" ? "pause" : "resume" })}
            >
              {gift.state === "active" ? texts["monthly_gift.pause"] : texts["monthly_gift.resume"]}
            </BusyButton>
            <BusyButton isBusy={isBusy} look="quiet" onClick={leave}>
              {texts["monthly_gift.change_card"]}
            </BusyButton>
            <BusyButton isBusy={isBusy} look="quiet" onClick={() => setAskingToStop(true)}>
              {texts["monthly_gift.stop"]}
            </BusyButton>
          </div>
        </>
      ) : (
        <a className={buttonClass("give")} href={donatePage}>
          {texts["monthly_gift.again"]}
        </a>
      )}
      <StopDialog
        texts={texts}
        isOpen={isAskingToStop}
        onClose={() => setAskingToStop(false)}
        onStop={() => void apply({ change: "stop" })}
      />
    </div>
  )
}

/** One change at a time. What became of it is shown once the provider's answer is known, and gets the focus. */
function useChange({ change, openCardPage, isCardChanged }: Pick<Props, "change" | "openCardPage" | "isCardChanged">) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<GiftChange["change"] | "refused" | null>(isCardChanged ? "card" : null)
  const resultRef = useRef<HTMLDivElement>(null)
  async function perform(work: () => Promise<GiftChange["change"] | "refused" | null>) {
    if (isBusy) return
    setBusy(true)
    setResult(null)
    const next = await work().catch(() => "refused" as const)
    setResult(next)
    setBusy(false)
    if (next) resultRef.current?.focus()
  }
  return {
    isBusy,
    result,
    resultRef,
    apply: (wanted: GiftChange) => perform(async () => ((await change(wanted)) ? wanted.change : "refused")),
    leave: () => perform(() => openCardPage().then(() => null)),
  }
}

function GiftFacts({ texts, language, timeZone, gift }: Pick<Props, "texts" | "language" | "timeZone" | "gift">) {
  const { state, amount, currency, since, nextAt, cardLast4 } = gift
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="gift-amount">
          <strong>{formatMoney(language, amount, currency)}</strong> {texts["monthly_gift.each_month"]}
        </p>
        <Chip tone={TONES[state]}>{texts[`monthly_gift.state_${state}`]}</Chip>
      </div>
      <dl className="gift-facts">
        <div>
          <dt>{texts["monthly_gift.since"]}</dt>
          <dd>{formatDay(language, since, timeZone)}</dd>
        </div>
        <div>
          <dt>{texts["monthly_gift.next"]}</dt>
          <dd>{nextAt ? formatDay(language, nextAt, timeZone) : texts["monthly_gift.none"]}</dd>
        </div>
        {cardLast4 && (
          <div>
            <dt>{texts["monthly_gift.card"]}</dt>
            <dd>{cardLast4}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
