import type { Language } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { LinkState } from "#ui/page-states.tsx"
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
  if (view.state === "shown")
    return <GiftView {...{ texts, language, timeZone, donatePage, limits, change, openCardPage, ...view }} />
  const linkTexts = {
    loading: texts["monthly_gift.loading"],
    failed: texts["monthly_gift.failed"],
    retry: texts["monthly_gift.retry"],
    unknown: texts["problem.monthly_gift.unknown"],
    noLink: texts["monthly_gift.link"],
    write: texts["donate.write"],
  }
  return <LinkState view={view} texts={linkTexts} contactPage={contactPage} onRetry={retry} />
}
