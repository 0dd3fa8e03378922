import type { Language } from "@haitech/contract/languages"
import Stripe from "stripe"
import { Problem } from "#platform/problem.ts"

const RETRY_AFTER_S = 10

/**
 * @throws {Problem} `payments.unavailable` instead of the SDK's errors, whose messages may quote what was sent, and
 * `payment.key_reused` when an idempotency key comes again with another request
 */
export async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) throw new Problem("payment.key_reused")
    throw new Problem("payments.unavailable", { retryAfter: RETRY_AFTER_S })
  }
}

export function ignoreUnknown<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined
    throw error
  })
}

/** For a change that may come too late: what the provider refuses is read from its state afterwards. */
export async function ignoreRefused(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

/** Stripe has no Kreyòl. */
export function localeOf(language: Language) {
  return language === "ht" ? "fr" : language
}
