import type { DonationDetail, REFUND_STATES as STORED_STATES } from "@haitech/contract/admin/donations"
import type { DonationsAdminText } from "#platform/app/app.tsx"

/** Other stored values show unchanged. */
export const FREQUENCIES: Readonly<Record<string, DonationsAdminText>> = {
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
} as const satisfies Readonly<Record<NonNullable<DonationDetail["monthlyGift"]>["state"], DonationsAdminText>>

export const TRIBUTES = {
  honor: "admin.tribute_honor",
  memory: "admin.tribute_memory",
} as const satisfies Readonly<Record<NonNullable<DonationDetail["tribute"]>["type"], DonationsAdminText>>

export const REFUND_STATES = {
  requested: "admin.refund_requested",
  accepted: "admin.refund_accepted",
  refused: "admin.refund_refused",
  failed: "admin.refund_returned",
} as const satisfies Readonly<Record<(typeof STORED_STATES)[number], DonationsAdminText>>

/** Other events of the card provider show by their name. */
export const EVENTS: Readonly<Record<string, DonationsAdminText>> = {
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
