import type { Finding } from "@haitech/contract/admin/system"
import Stripe from "stripe"
import { finding, reasonOf } from "#platform/system/finding.ts"
import { connectStripe, type StripeAccount } from "./client.ts"

const MAX_ENDPOINTS = 100

/** Whether Stripe takes the key, and whether it sends its events to `webhook`. Reads only. */
export async function checkPayments(
  account: Pick<StripeAccount, "secretKey" | "apiBase"> | undefined,
  webhook: string,
): Promise<readonly Finding[]> {
  if (!account) return [finding("payments_off")]
  const stripe = connectStripe(account)
  try {
    // A restricted key may read nothing of the balance: its name says which mode it is for.
    const isLive = (await allowed(stripe.balance.retrieve()))?.livemode ?? account.secretKey.includes("_live_")
    const endpoints = await allowed(stripe.webhookEndpoints.list({ limit: MAX_ENDPOINTS }))
    const isFound = endpoints?.data.some(({ url, status }) => url === webhook && status === "enabled")
    return [
      finding(isLive ? "payments_live" : "payments_test"),
      ...(isFound === undefined ? [] : [finding(isFound ? "webhook_found" : "webhook_missing", { webhook })]),
    ]
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return [finding("payments_refused")]
    const { statusCode, detail } = error instanceof Stripe.errors.StripeError ? error : {}
    return [finding("payments_silent", { reason: statusCode ?? reasonOf(detail ?? error) })]
  }
}

/** @returns undefined when a restricted key may not read it */
async function allowed<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return undefined
    throw error
  }
}
