import { TEST_CARDS } from "@haitech/contract/donations"
import { formatDollars } from "@haitech/contract/money"
import type { TestPaymentPage } from "@haitech/contract/pages"
import { fill } from "#platform/i18n/fill.ts"
import type { Translate } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { Button } from "#ui/button.tsx"
import { Notice } from "#ui/notice.tsx"
import { TestCardFields, type TestCardOption } from "./test-card-fields.tsx"

const RESULTS = ["succeeds", "declined", "insufficient_funds", "confirmation", "processing"] as const

export function testCards(t: Translate): TestCardOption[] {
  return RESULTS.map((result) => ({
    value: TEST_CARDS[result],
    label: TEST_CARDS[result].replace(/\d{4}(?=\d)/g, "$& "),
    note: t(`donate.test.${result}`),
  }))
}

/** The form of the sandbox's payment page, which works without script. */
export function TestPayment({ id, cents, outcome }: TestPaymentPage) {
  const { t, language } = usePage()
  const isQuestion = outcome === "requires_action"
  const isProcessing = outcome === "processing"
  return (
    <section className="card raised grid gap-5 p-6 lg:p-8" aria-labelledby="test-title">
      <h2 id="test-title" className="text-[1.375rem]">
        {isQuestion ? t("donate.confirm") : t("donate.test")}
      </h2>
      {outcome && !isQuestion && <Notice failed>{outcomeText(t, outcome)}</Notice>}
      {!isProcessing && (
        <form className="grid gap-5" method="post" action="/api/sandbox/checkout-payments">
          <input type="hidden" name="page" value={address(language, "/donate")} />
          <input type="hidden" name="id" value={id} />
          {isQuestion ? (
            <Question />
          ) : (
            <>
              <TestCardFields legend={t("donate.card")} lead={t("donate.test_text")} cards={testCards(t)} />
              <Button type="submit" look="give">
                {cents === null
                  ? t("monthly_gift.save_card")
                  : fill(t("donate.test_pay"), { amount: formatDollars(cents) })}
              </Button>
            </>
          )}
        </form>
      )}
      {cents !== null && (
        <a className="more" href={address(language, "/donate")}>
          {t("donate.test_back")}
        </a>
      )}
    </section>
  )
}

function Question() {
  const { t } = usePage()
  return (
    <>
      <input type="hidden" name="cardNumber" value={TEST_CARDS.confirmation} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="authentication" value="passed">
          {t("donate.confirm_yes")}
        </Button>
        <Button type="submit" look="quiet" name="authentication" value="failed">
          {t("donate.confirm_no")}
        </Button>
      </div>
    </>
  )
}

function outcomeText(t: Translate, outcome: string): string {
  if (outcome !== "processing") return t("error.payment.message")
  return `${t("donate.not_completed", { status: outcome })}. ${t("donate.processing")}`
}
