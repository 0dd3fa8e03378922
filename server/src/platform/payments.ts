/** The state of a payment as its provider tells it, whatever the browser or an event said. Amounts are in cents. */
export interface Payment {
  readonly intentId: string
  /** `open` waits for the donor's card, `processing` for the bank. */
  readonly state: "open" | "processing" | "succeeded" | "canceled"
  readonly received: number
  readonly refunded: number
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

export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly intentId: string | undefined
  readonly at: Date
}

/** A card payment provider. While it does not respond every call throws the `Problem` `payments.unavailable`. */
interface Provider {
  readonly publishableKey: string | undefined
  /** @returns the intent; who has its `clientSecret` may pay it and reads its state */
  createIntent(request: IntentRequest): Promise<{ readonly id: string; readonly clientSecret: string }>
  readPayment(intentId: string): Promise<Payment | undefined>
  /** Cancels an intent that is not paid; a paid one stays as it is. */
  cancel(intentId: string): Promise<void>
  /** Verifies the signature over the bytes as they were sent. @returns undefined for a forged or stale event */
  readEvent(raw: Uint8Array, signature: string): PaymentEvent | undefined
}

export interface RefundRequest {
  readonly intentId: string
  readonly amount: number
  /** The same key is one refund. */
  readonly key: string
}

export interface Refunds {
  /** @returns "refused" when the provider will not do it, for example because the payment is disputed */
  refund(request: RefundRequest): Promise<"accepted" | "refused">
}

export interface StripeProvider extends Provider, Refunds {
  readonly provider: "stripe"
}

/** A provider for a machine without an account: the same states, no money. Refused in production (D6). */
export interface Sandbox extends Provider {
  readonly provider: "sandbox"
  /** What the provider's script does in the browser. @returns undefined for an unknown intent or a wrong secret */
  pay(intentId: string, clientSecret: string, cardNumber: string): Promise<SandboxResult | undefined>
}

export interface SandboxResult {
  readonly status: "succeeded" | "processing" | "requires_action" | "requires_payment_method" | "canceled"
  readonly declineCode: string | null
}

export type Payments = StripeProvider | (Sandbox & Refunds)
