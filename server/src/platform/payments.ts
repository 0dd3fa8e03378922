import type { Language } from "@haitech/contract/languages"

/** The state of a payment as its provider tells it, whatever the browser or an event said. Amounts are in cents. */
export interface Payment {
  readonly intentId: string
  /** The donation's id, of a payment that began on the provider's own page. */
  readonly reference: string | null
  /** `open` waits for the donor's card, `processing` for the bank. */
  readonly state: "open" | "processing" | "succeeded" | "canceled"
  readonly received: number
  readonly currency: string
  /** Without the refunds that failed. */
  readonly refunded: number
  /** Refunds that banks sent back; `key` is that of the request for it. */
  readonly failedRefunds: readonly { readonly amount: number; readonly key: string | null }[]
  readonly isDisputed: boolean
  /** Every dispute ended in our favour: the money is ours again. */
  readonly isDisputeWon?: boolean
  readonly isDeclined: boolean
  readonly billing: { readonly name: string | null; readonly email: string | null }
  readonly paidAt: Date | null
}

interface IntentRequest {
  readonly amount: number
  readonly currency: "usd"
  readonly key: string
}

interface CheckoutRequest extends IntentRequest {
  readonly language: Language
  readonly email: string | null
  readonly itemName: string
  readonly successUrl: string
  readonly cancelUrl: string
}

interface CardPageRequest {
  readonly subscriptionId: string
  readonly language: Language
  readonly successUrl: string
  readonly cancelUrl: string
  readonly expiresAt: Date
}

/** A gift that the provider repeats each month. `amount` is what it takes from now on. */
export interface Subscription {
  readonly state: "incomplete" | "active" | "paused" | "stopped"
  readonly amount: number
  readonly nextAt: Date | null
  readonly cardLast4: string | null
  readonly isFailing: boolean
}

export type SubscriptionChange =
  | { readonly change: "pause" | "resume" | "stop" }
  | { readonly change: "amount"; readonly amount: number }
  | { readonly change: "card"; readonly card: string }

interface Renewal {
  readonly subscriptionId: string
  readonly invoiceId: string
}

export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly intentId: string | undefined
  readonly reference: string | null
  readonly subscriptionId: string | undefined
  /** Whether the event tells of another card for the subscription, and not of the subscription itself. */
  readonly isCard: boolean
  readonly at: Date
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

interface ListRequest {
  readonly since: Date
  readonly after: string | undefined
}

/** A card payment provider. While it does not respond every call throws the `Problem` `payments.unavailable`. */
interface Provider {
  readonly publishableKey: string | undefined
  /** @returns the intent; who has its `clientSecret` may pay it and reads its state */
  createIntent(request: IntentRequest): Promise<{ readonly id: string; readonly clientSecret: string }>
  createSubscription(request: IntentRequest): Promise<{
    readonly id: string
    readonly clientSecret: string
    readonly subscriptionId: string
  }>
  readSubscription(subscriptionId: string): Promise<Subscription | undefined>
  /** Idempotent. What the provider refuses changes nothing, so read the subscription afterwards. */
  changeSubscription(subscriptionId: string, change: SubscriptionChange): Promise<void>
  /** The card that the donor gave last. @returns undefined without one, and for a subscription that ended */
  readNewestCard(subscriptionId: string): Promise<{ readonly id: string; readonly isUsed: boolean } | undefined>
  readRenewal(intentId: string): Promise<Renewal | undefined>
  readPayment(intentId: string): Promise<Payment | undefined>
  /** Payments begun since a time, whose refunds may include failed ones. */
  listPayments(request: ListRequest): Promise<ListPage<Payment>>
  listRefunds(request: ListRequest): Promise<ListPage<string>>
  /** Cancels an intent that is not paid; a paid one stays as it is. */
  cancel(intentId: string): Promise<void>
  /** Verifies the signature over the bytes as they were sent. @returns undefined for a forged or stale event */
  readEvent(raw: Uint8Array, signature: string): PaymentEvent | undefined
}

export interface RefundRequest {
  readonly intentId: string
  readonly amount: number
  readonly key: string
}

export interface Refunds {
  /** @returns "refused" when the provider will not do it, for example because the payment is disputed */
  refund(request: RefundRequest): Promise<"accepted" | "refused">
}

export interface StripeProvider extends Provider, Refunds {
  readonly provider: "stripe"
  /** Opens a payment page of the provider. Its intent, made once somebody pays, has the `key` as `reference`. */
  createCheckout(request: CheckoutRequest): Promise<{ readonly id: string; readonly url: string }>
  /** Opens a page of the provider that takes another card. @returns undefined for a subscription that ended */
  openCardPage(request: CardPageRequest): Promise<{ readonly id: string; readonly url: string } | undefined>
  readCheckout(id: string): Promise<{ readonly intentId: string | null; readonly isExpired: boolean } | undefined>
}

/** A provider for a machine without an account: the same states, no money. Refused in production (D6). */
export interface Sandbox extends Provider {
  readonly provider: "sandbox"
  /** What the provider's script does in the browser. @returns undefined for an unknown intent or a wrong secret */
  pay(intentId: string, payment: TestPayment): Promise<SandboxResult | undefined>
  /** Who has it may give the subscription another card. */
  cardSecret(subscriptionId: string): string
  /** What a bank says of the card, which the subscription does not use yet. @returns undefined for a wrong secret */
  checkCard(subscriptionId: string, payment: TestPayment): SandboxResult | undefined
  renew(): Promise<readonly string[]>
}

export interface TestPayment {
  readonly clientSecret: string
  readonly cardNumber: string
  readonly authentication?: "passed" | "failed" | undefined
}

export interface SandboxResult {
  readonly status: "succeeded" | "processing" | "requires_action" | "requires_payment_method" | "canceled"
  readonly declineCode: string | null
}

export type Payments = StripeProvider | (Sandbox & Refunds)
