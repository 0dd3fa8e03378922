import { formatDollars } from "@haitech/contract/money"
import type { SubmitResult } from "#platform/forms/forms.ts"
import { dialogFor, RAW_ERROR_TEXTS, type RawErrorText } from "#platform/http/raw-errors.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { showError, showSuccess } from "#ui/overlays.ts"

export const OUTCOME_TEXTS = [
  "donate.not_completed",
  "donate.processing",
  "donate.thanks_title",
  "donate.thanks",
  "donate.thanks_plain",
  "donate.receipt_comes",
  "donate.repeats",
  "dialog.close",
  "error.title",
  "error.retry",
  "error.dismiss",
  "error.type.error",
  "error.type.warning",
  "error.type.info",
  ...RAW_ERROR_TEXTS,
] as const satisfies readonly MessageKey[]

export type OutcomeTexts = Readonly<
  Record<Exclude<(typeof OUTCOME_TEXTS)[number], RawErrorText> | RawErrorText, string>
>

export interface Given {
  /** Unknown after a bank's page that opened another browser. */
  readonly cents?: number
  readonly hasEmail: boolean
  readonly isMonthly: boolean
}

/** The links of the thank-you dialog. */
export type Ways = readonly { readonly label: string; readonly href: string }[]

/** A payment that ended with another status than `succeeded` (spec §8). */
export class NotCompleted extends Error {
  override readonly name = "NotCompleted"
  readonly status: string

  constructor(status: string) {
    super(status)
    this.status = status
  }
}

interface Thanks {
  readonly texts: OutcomeTexts
  readonly ways: Ways
  readonly figures: string
}

export function thank({ texts, ways, figures }: Thanks, { cents, hasEmail, isMonthly }: Given): void {
  const thanks =
    cents === undefined ? texts["donate.thanks_plain"] : fill(texts["donate.thanks"], { amount: formatDollars(cents) })
  void showSuccess({
    title: texts["donate.thanks_title"],
    message: [thanks, isMonthly && texts["donate.repeats"], hasEmail && texts["donate.receipt_comes"], figures]
      .filter(Boolean)
      .join(" "),
    actions: ways,
    closeLabel: texts["dialog.close"],
  })
}

/** Shows why a payment failed (spec §8). What the bank still works on must not be paid again. */
export function explain(texts: OutcomeTexts, error: unknown, retry?: () => void): void {
  const status = error instanceof NotCompleted ? error.status : undefined
  const dialog = status === undefined ? dialogFor(error) : undefined
  const isProcessing = status === "processing"
  const notCompleted = fill(texts["donate.not_completed"], { status: status ?? "" })
  void showError({
    title: texts[dialog?.title ?? "error.payment.title"],
    message: dialog
      ? texts[dialog.message]
      : isProcessing
        ? `${notCompleted}. ${texts["donate.processing"]}`
        : notCompleted,
    type: dialog?.type ?? (isProcessing ? "warning" : "error"),
    ...(retry && !isProcessing && { retry }),
    labels: {
      title: texts["error.title"],
      retry: texts["error.retry"],
      dismiss: texts["error.dismiss"],
      close: texts["dialog.close"],
      error: texts["error.type.error"],
      warning: texts["error.type.warning"],
      info: texts["error.type.info"],
    },
  })
}

export type DonationResult = SubmitResult<Given>
