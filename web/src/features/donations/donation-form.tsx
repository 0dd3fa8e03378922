import type { DonationSettings } from "@haitech/contract/donations"
import { formatDollars, MIN_AMOUNT } from "@haitech/contract/money"
import type { FormAnswer } from "@haitech/contract/pages"
import { fill } from "#platform/i18n/fill.ts"
import { Button } from "#ui/button.tsx"
import { Notice } from "#ui/notice.tsx"
import type { Charge } from "./amount.ts"
import { AmountField } from "./amount-field.tsx"
import type { DonationText } from "./donation-texts.ts"
import { DonorFields } from "./donor-fields.tsx"
import { FrequencyField } from "./frequency-field.tsx"
import { GiftOptions } from "./gift-options.tsx"
import { IntentFailure } from "./intent-failure.tsx"
import type { OutcomeTexts } from "./outcome.ts"
import { StripeCard } from "./stripe-card.tsx"
import { TestCard } from "./test-card.tsx"
import type { TestCardOption } from "./test-card-fields.tsx"
import { type DonationOptions, useDonation } from "./use-donation.ts"

type Texts = Readonly<Record<DonationText, string>> & OutcomeTexts

interface Props extends DonationOptions {
  readonly texts: Texts
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  readonly siteName: string
  readonly payments: DonationSettings
  readonly testCards: readonly TestCardOption[]
  readonly lengths: Readonly<Record<"name" | "email" | "message", number>>
}

/** Spec §2, §4, §8: a donation by card. Without script, and where the card fields cannot load, a plain post. */
export function DonationForm(props: Props) {
  const { texts, language, page, payments, testCards, lengths, figures } = props
  const donation = useDonation(props)
  const { card, gift, hasNoFields, intent, form, isSending, postResult, errors, values } = donation
  const { cents, isMonthly } = gift
  const amount = formatDollars(cents)
  return (
    <form className="grid gap-5" action="/api/checkout-sessions" {...form}>
      {postResult && <PlainResult result={postResult} texts={texts} figures={figures} />}
      <input type="hidden" name="page" value={page} />
      {!hasNoFields && <FrequencyField texts={texts} error={errors["frequency"]} />}
      <AmountField texts={texts} values={values} errors={errors} />
      <DonorFields texts={texts} lengths={lengths} values={values} errors={errors} isMonthly={isMonthly} />
      <GiftOptions texts={texts} language={language} lengths={lengths} values={values} errors={errors} gift={gift} />
      {payments.provider === "sandbox" ? (
        <TestCard ref={card} texts={texts} language={language} cards={testCards} />
      ) : (
        <StripeCard ref={card} texts={texts} options={stripeOptions(props, gift)} onFailure={donation.giveUpFields} />
      )}
      {intent.hasFailed && (
        <IntentFailure texts={texts} onRetry={(element) => void intent.tryAgain(element, MIN_AMOUNT)} />
      )}
      <div className="grid gap-3">
        <Button type="submit" look="give" className="w-full" aria-disabled={isSending || undefined}>
          <span data-needs-script="">
            {isSending
              ? texts["donate.submitting"]
              : fill(texts[isMonthly ? "donate.submit_monthly" : "donate.submit"], { amount })}
          </span>
          <noscript>{texts["donate.submit_plain"]}</noscript>
        </Button>
        <p className="small text-center text-muted" data-needs-script="">
          {fill(texts[isMonthly ? "donate.summary_monthly" : "donate.summary"], { amount })}
        </p>
        {!isMonthly && (
          <button type="submit" name="hosted" value="on" className="more justify-center">
            {texts["donate.hosted"]}
          </button>
        )}
      </div>
    </form>
  )
}

function stripeOptions({ payments, language, siteName, page, placeholderEmail }: Props, gift: Charge) {
  const origin = typeof location === "undefined" ? "" : location.origin
  return {
    publishableKey: payments.publishableKey ?? "",
    language,
    businessName: siteName,
    gift,
    returnUrl: `${origin}${page}?success=true`,
    placeholderEmail,
  }
}

interface PlainResultProps extends Pick<Props, "texts" | "figures"> {
  readonly result: FormAnswer
}

function PlainResult({ result, texts, figures }: PlainResultProps) {
  const sent = [texts["donate.thanks_title"], texts["donate.receipt_comes"], figures].filter(Boolean).join(" ")
  return <Notice failed={!result.sent}>{result.sent ? sent : (result.message ?? texts["donate.not_started"])}</Notice>
}
