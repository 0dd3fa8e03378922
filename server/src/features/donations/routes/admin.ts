import {
  type DonationMonth,
  exportDonationMonths,
  exportDonations,
  listDonationDifferences,
  listDonationMonths,
  listDonations,
  readDonation,
  refundDonation,
  resendReceipt as resendReceiptRoute,
  resendStatement as resendStatementRoute,
  settleDonationDifference,
  stopMonthlyGift,
} from "@haitech/contract/admin/donations"
import type { Deps } from "#deps.ts"
import type { ExportRow } from "#features/donations/queries/records.ts"
import { paginateDonations, streamDonations } from "#features/donations/queries/records.ts"
import { sumMonths } from "#features/donations/queries/sums.ts"
import { presentDonation, readDetail, resendReceipt, resendStatement } from "#features/donations/service/admin.ts"
import { listDifferences, settle } from "#features/donations/service/differences.ts"
import { stopForDonor } from "#features/donations/service/monthly.ts"
import { refund } from "#features/donations/service/refunds.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"

export const adminDonationRoutes = (deps: Deps) => [
  handleStaleRead(listDonations, async ({ query, db }) => {
    const page = await paginateDonations(db, query, deps.site.timeZone)
    return { ...page, rows: page.rows.map(presentDonation) }
  }),
  handleStaleRead(exportDonations, ({ actor, query, language, db }) =>
    exportList(deps.db, actor, {
      list: "donations",
      question: query,
      language,
      titles: DONATION_TITLES,
      rows: streamDonations(db, query, deps.site.timeZone),
      cells: donationCells,
    }),
  ),
  handle(readDonation, ({ params }) => readDetail(deps, params.id)),
  handle(refundDonation, async ({ actor, params, body }) => {
    await refund(deps, actor, params.id, body)
    return readDetail(deps, params.id)
  }),
  handle(stopMonthlyGift, async ({ actor, params }) => {
    await stopForDonor(deps, actor, params.id)
    return readDetail(deps, params.id)
  }),
  handle(
    resendReceiptRoute,
    async ({ actor, params, body }) => void (await resendReceipt(deps, actor, params.id, body.id)),
  ),
  handle(
    resendStatementRoute,
    async ({ actor, params, body }) => void (await resendStatement(deps, actor, params.id, body.id)),
  ),
  handle(listDonationDifferences, async () => ({ differences: await listDifferences(deps) })),
  handle(settleDonationDifference, async ({ actor, params }) => void (await settle(deps, actor, params.id))),
  handleStaleRead(listDonationMonths, async ({ db }) => ({ months: await sumMonths(db, deps.site.timeZone) })),
  handleStaleRead(exportDonationMonths, ({ actor, language, db }) =>
    exportList(deps.db, actor, {
      list: "donation_months",
      question: {},
      language,
      titles: ["month", "gifts", "amount", "refunded", "disputed", "net"],
      rows: monthRows({ ...deps, db }),
      cells: monthCells,
    }),
  ),
]

const DONATION_TITLES = [
  "date",
  "name",
  "email",
  "amount",
  "currency",
  "frequency",
  "anonymous",
  "state",
  "message",
  "paid",
  "refunded",
  "net",
  "receipt",
  "payment",
] as const

function donationCells({ donation, receipt }: ExportRow): (string | null)[] {
  const { createdAt, name, email, amount, currency, frequency, isAnonymous, status, message } = donation
  const { paidAt, refundedAmount, intentId } = donation
  const isOurs = status === "succeeded" || status === "partially_refunded"
  return [
    createdAt.toISOString(),
    name,
    email,
    units(amount),
    currency,
    frequency,
    String(isAnonymous),
    status,
    message,
    paidAt?.toISOString() ?? null,
    units(refundedAmount),
    units(isOurs ? amount - refundedAmount : 0),
    receipt,
    intentId,
  ]
}

async function* monthRows({ db, site }: Deps): AsyncGenerator<DonationMonth> {
  yield* await sumMonths(db, site.timeZone)
}

function monthCells({ month, count, amount, refunded, disputed, net }: DonationMonth): (string | number)[] {
  return [month, count, units(amount), units(refunded), units(disputed), units(net)]
}

function units(cents: number): string {
  return (cents / 100).toFixed(2)
}
