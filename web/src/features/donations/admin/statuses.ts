import type { DifferenceKind, DonationRecord } from "@haitech/contract/admin/donations"
import type { AdminText } from "#platform/app/app.tsx"
import type { ChipTone } from "#ui/chip.tsx"

export const STATUSES = {
  succeeded: { text: "admin.gift_succeeded", tone: "good" },
  pending: { text: "admin.gift_pending", tone: "wait" },
  canceled: { text: "admin.gift_canceled", tone: "plain" },
  partially_refunded: { text: "admin.gift_partially_refunded", tone: "info" },
  failed: { text: "admin.gift_failed", tone: "bad" },
  refunded: { text: "admin.gift_refunded", tone: "plain" },
  disputed: { text: "admin.gift_disputed", tone: "bad" },
} as const satisfies Readonly<Record<DonationRecord["status"], { readonly text: AdminText; readonly tone: ChipTone }>>

export const DIFFERENCES = {
  payment_missing: { text: "admin.difference_payment_missing", todo: "admin.difference_payment_missing_todo" },
  payment_unknown: { text: "admin.difference_payment_unknown", todo: "admin.difference_payment_unknown_todo" },
  amount: { text: "admin.difference_amount", todo: "admin.difference_amount_todo" },
  currency: { text: "admin.difference_currency", todo: "admin.difference_currency_todo" },
  refund_missing: { text: "admin.difference_refund_missing", todo: "admin.difference_refund_missing_todo" },
  refund_unknown: { text: "admin.difference_refund_unknown", todo: "admin.difference_refund_unknown_todo" },
} as const satisfies Readonly<Record<DifferenceKind, { readonly text: AdminText; readonly todo: AdminText }>>

export const DIFFERENCE_TITLES = {
  payment_missing: "admin.difference_payment_missing_title",
  payment_unknown: "admin.difference_payment_unknown_title",
  amount: "admin.difference_amount_title",
  currency: "admin.difference_currency_title",
  refund_missing: "admin.difference_refund_missing_title",
  refund_unknown: "admin.difference_refund_unknown_title",
} as const satisfies Readonly<Record<DifferenceKind, AdminText>>
