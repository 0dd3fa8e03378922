import { type DonationRecord, exportDonations, listDonations } from "@haitech/contract/admin/donations"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"
import { paginateDonations, streamDonations } from "./queries.ts"
import type { DonationRow } from "./table.ts"

export const donationRoutes = (deps: Pick<Deps, "db">) => [
  handle(listDonations, async ({ query }) => {
    const page = await paginateDonations(deps.db, query)
    return { ...page, rows: page.rows.map(present) }
  }),
  handle(exportDonations, ({ actor, query, language }) =>
    exportList(deps.db, actor, {
      list: "donations",
      question: query,
      language,
      titles: ["date", "name", "email", "amount", "currency", "frequency", "anonymous", "state", "message"],
      rows: streamDonations(deps.db, query),
      cells,
    }),
  ),
]

function present({
  id,
  name,
  email,
  amount,
  currency,
  frequency,
  message,
  status,
  ...row
}: DonationRow): DonationRecord {
  return {
    id,
    name,
    email,
    amount,
    currency,
    frequency,
    message,
    status,
    isAnonymous: row.isAnonymous ? "true" : "false",
    createdAt: row.createdAt.toISOString(),
  }
}

/** The amount is in currency units with two decimals, not in cents. */
function cells(donation: DonationRow): (string | null)[] {
  const { createdAt, name, email, amount, currency, frequency, isAnonymous, status, message } = donation
  const units = (amount / 100).toFixed(2)
  return [createdAt.toISOString(), name, email, units, currency, frequency, String(isAnonymous), status, message]
}
