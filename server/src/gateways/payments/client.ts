import Stripe from "stripe"

export interface StripeAccount {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly apiBase: string | undefined
}

/** The browser's script is pinned to the same version: `@stripe/stripe-js` of the same release. */
const API_VERSION = "2026-10-28.endive"
const TIMEOUT_MS = 10_000
const RETRIES = 2

export function connectStripe({ secretKey, apiBase }: Pick<StripeAccount, "secretKey" | "apiBase">): Stripe {
  const base = new URL(apiBase ?? "https://api.stripe.com")
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: base.hostname,
    port: base.port || (base.protocol === "http:" ? 80 : 443),
    protocol: base.protocol === "http:" ? "http" : "https",
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
}
