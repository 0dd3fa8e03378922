import type { Language } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button, buttonClass } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { GIFT_VIEW_TEXTS, GiftView } from "./gift-view.tsx"
import { useMonthlyGift } from "./use-monthly-gift.ts"

export const MONTHLY_GIFT_TEXTS = [
  ...GIFT_VIEW_TEXTS,
  "monthly_gift.link",
  "monthly_gift.loading",
  "monthly_gift.failed",
  "monthly_gift.retry",
  "problem.monthly_gift.unknown",
  "donate.write",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof MONTHLY_GIFT_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly contactPage: string
  readonly donatePage: string
  /** Of an amount, in cents. */
  readonly limits: { readonly min: number; readonly max: number }
}

/** The gift of the link in a receipt. Opening the link changes nothing: only the buttons do. */
export function MonthlyGiftCard({ texts, language, timeZone, contactPage, donatePage, limits }: Props) {
  const { view, retry, change, openCardPage } = useMonthlyGift(language)
  if (view.state === "loading") return <LoadingGift label={texts["monthly_gift.loading"]} />
  if (view.state === "shown")
    return <GiftView {...{ texts, language, timeZone, donatePage, limits, change, openCardPage, ...view }} />
  if (view.state === "failed")
    return (
      <Nothing sentence={`${texts["monthly_gift.failed"]}. ${view.reason}`}>
        <Button look="quiet" onClick={retry}>
          {texts["monthly_gift.retry"]}
        </Button>
      </Nothing>
    )
  const sentence = view.state === "unknown" ? texts["problem.monthly_gift.unknown"] : texts["monthly_gift.link"]
  return (
    <Nothing sentence={sentence}>
      <a className={buttonClass("quiet")} href={contactPage}>
        {texts["donate.write"]}
      </a>
    </Nothing>
  )
}

/** `EmptyState` without its medal, which the apps would otherwise load as a chunk of its own. */
function Nothing({ sentence, children }: { readonly sentence: string; readonly children: ReactNode }) {
  return (
    <div className="empty-state">
      <p className="lead">{sentence}</p>
      {children}
    </div>
  )
}

function LoadingGift({ label }: { readonly label: string }) {
  return (
    <div className="grid gap-5" data-needs-script="">
      <p className="sr" role="status">
        {label}
      </p>
      <Skeleton className="h-14" />
      <Skeleton className="h-28" />
      <Skeleton className="h-14" />
    </div>
  )
}
