import type {
  DifferenceKind,
  DonationDetail,
  DonationRecord,
  REFUND_STATES as STORED_STATES,
} from "@haitech/contract/admin/donations"
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

/** Other stored values show unchanged. */
export const FREQUENCIES: Readonly<Record<string, AdminText>> = {
  "one-time": "admin.frequency_once",
  monthly: "admin.frequency_monthly",
  quarterly: "admin.frequency_quarterly",
  yearly: "admin.frequency_yearly",
}

export const MONTHLY_STATES = {
  incomplete: "monthly_gift.state_incomplete",
  active: "monthly_gift.state_active",
  paused: "monthly_gift.state_paused",
  stopped: "monthly_gift.state_stopped",
} as const satisfies Readonly<Record<NonNullable<DonationDetail["monthlyGift"]>["state"], AdminText>>

export const TRIBUTES = {
  honor: "admin.tribute_honor",
  memory: "admin.tribute_memory",
} as const satisfies Readonly<Record<NonNullable<DonationDetail["tribute"]>["type"], AdminText>>

export const REFUND_STATES = {
  requested: "admin.refund_requested",
  accepted: "admin.refund_accepted",
  refused: "admin.refund_refused",
  failed: "admin.refund_returned",
} as const satisfies Readonly<Record<(typeof STORED_STATES)[number], AdminText>>

/** Other events of the card provider show by their name. */
export const EVENTS: Readonly<Record<string, AdminText>> = {
  "payment_intent.created": "admin.event_created",
  "payment_intent.processing": "admin.event_processing",
  "payment_intent.succeeded": "admin.event_succeeded",
  "payment_intent.payment_failed": "admin.event_failed",
  "payment_intent.canceled": "admin.event_canceled",
  "charge.succeeded": "admin.event_charged",
  "charge.refunded": "admin.event_refunded",
  "refund.created": "admin.event_refund_created",
  "refund.updated": "admin.event_refund_updated",
  "charge.refund.updated": "admin.event_refund_updated",
  "refund.failed": "admin.event_refund_failed",
  "charge.dispute.created": "admin.event_disputed",
  "charge.dispute.closed": "admin.event_dispute_closed",
}

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
