import { findIntent } from "#features/donations/queries/sandbox.ts"
import { refundIntent } from "#features/donations/queries/sandbox-refunds.ts"
import type { Db } from "#platform/db/client.ts"
import type { Refunds, Sandbox } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"

/** Stripe has both: refunds, and the refusal of a repeated key with another amount. */
export function withRefunds(sandbox: Sandbox, db: Db): Sandbox & Refunds {
  return {
    ...sandbox,
    async createIntent(request) {
      const created = await sandbox.createIntent(request)
      const intent = await findIntent(db, created.id)
      if (intent?.amount !== request.amount) throw new Problem("payment.key_reused")
      return created
    },
    async refund({ intentId, amount }) {
      return (await refundIntent(db, intentId, amount)) ? "accepted" : "refused"
    },
  }
}
