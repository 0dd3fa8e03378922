import { TEST_CARDS } from "@haitech/contract/donations"
import { findIntent, insertIntent, moveIntent } from "#features/donations/queries/sandbox.ts"
import type { Db } from "#platform/db/client.ts"
import type { Sandbox, SandboxResult, TestPayment } from "#platform/payments.ts"
import { isSameSecret } from "#platform/secret.ts"
import { sandboxLists, toPayment } from "./sandbox-lists.ts"
import { DECLINES_LATER, sandboxSubscriptions, startPaidSubscription } from "./sandbox-subscriptions.ts"

const CARDS: Readonly<Record<string, SandboxResult>> = {
  [TEST_CARDS.succeeds]: { status: "succeeded", declineCode: null },
  [DECLINES_LATER]: { status: "succeeded", declineCode: null },
  "5555555555554444": { status: "succeeded", declineCode: null },
  [TEST_CARDS.declined]: { status: "requires_payment_method", declineCode: "generic_decline" },
  [TEST_CARDS.insufficient_funds]: { status: "requires_payment_method", declineCode: "insufficient_funds" },
  [TEST_CARDS.confirmation]: { status: "requires_action", declineCode: null },
  [TEST_CARDS.processing]: { status: "processing", declineCode: null },
}
const AFTER_CONFIRMATION: Readonly<Record<"passed" | "failed", SandboxResult>> = {
  passed: { status: "succeeded", declineCode: null },
  failed: { status: "requires_payment_method", declineCode: "authentication_failed" },
}
const UNKNOWN_CARD: SandboxResult = { status: "requires_payment_method", declineCode: "incorrect_number" }

interface SandboxDeps {
  readonly db: Db
  readonly now: () => Date
  readonly keyedHash: (purpose: string, text: string) => string
}

export function createSandbox(deps: SandboxDeps): Sandbox {
  const { db, now, keyedHash } = deps
  const secretOf = (id: string) => `${id}_secret_${keyedHash("sandbox", id).slice(0, 24)}`
  return {
    provider: "sandbox",
    publishableKey: undefined,
    async createIntent({ amount, key }) {
      const id = `pi_${keyedHash("sandbox intent", key).slice(0, 24)}`
      await insertIntent(db, { id, amount })
      return { id, clientSecret: secretOf(id) }
    },
    ...sandboxSubscriptions(deps, secretOf),
    ...sandboxLists(db),
    async readPayment(intentId) {
      const intent = await findIntent(db, intentId)
      return intent && toPayment(intent)
    },
    async cancel(intentId) {
      await moveIntent(db, intentId, { state: "canceled" })
    },
    readEvent: () => undefined,
    cardSecret: secretOf,
    checkCard: (subscriptionId, payment) =>
      isSameSecret(payment.clientSecret, secretOf(subscriptionId)) ? resultOf(payment) : undefined,
    async pay(intentId, payment) {
      if (!isSameSecret(payment.clientSecret, secretOf(intentId))) return undefined
      const result = resultOf(payment)
      const { status } = result
      if (status === "succeeded") await moveIntent(db, intentId, { state: "succeeded", paidAt: now() })
      if (status === "succeeded") await startPaidSubscription(deps, intentId, payment.cardNumber)
      if (status === "processing") await moveIntent(db, intentId, { state: "processing" })
      if (status === "requires_payment_method") await moveIntent(db, intentId, { state: "declined" })
      const intent = await findIntent(db, intentId)
      if (!intent) return undefined
      if (intent.state === "succeeded" || intent.state === "processing" || intent.state === "canceled")
        return { status: intent.state, declineCode: null }
      return result
    },
  }
}

function resultOf({ cardNumber, authentication }: TestPayment): SandboxResult {
  const first = CARDS[cardNumber.replaceAll(" ", "")] ?? UNKNOWN_CARD
  return first.status === "requires_action" && authentication ? AFTER_CONFIRMATION[authentication] : first
}
