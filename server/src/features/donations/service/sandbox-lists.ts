import { intentsSince, refundedIntents, type SandboxIntent } from "#features/donations/queries/sandbox.ts"
import type { Db } from "#platform/db/client.ts"
import type { ListPage, Payment, Sandbox } from "#platform/payments.ts"

const PAGE = 20

export function sandboxLists(db: Db): Pick<Sandbox, "listPayments" | "listRefunds"> {
  return {
    async listPayments({ since, after }) {
      const page = pageOf(await intentsSince(db, since, { after, limit: PAGE + 1 }))
      return { ...page, rows: page.rows.map(toPayment) }
    },
    async listRefunds({ after }) {
      const page = pageOf(await refundedIntents(db, { after, limit: PAGE + 1 }))
      return { ...page, rows: page.rows.map(({ id }) => id) }
    },
  }
}

export function toPayment({ id, state, amount, refunded, paidAt }: SandboxIntent): Payment {
  return {
    intentId: id,
    reference: null,
    state: state === "declined" ? "open" : state,
    received: state === "succeeded" ? amount : 0,
    currency: "usd",
    refunded,
    failedRefunds: [],
    isDisputed: false,
    isDeclined: state === "declined",
    billing: { name: null, email: null },
    paidAt,
  }
}

function pageOf<Row extends { readonly id: string }>(rows: readonly Row[]): ListPage<Row> {
  const shown = rows.slice(0, PAGE)
  return { rows: shown, next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null }
}
