import type { DonationDetail as Detail } from "@haitech/contract/admin/donations"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { useDonation, useDonationMonths } from "#features/donations/admin/api.ts"
import { DonationDifferences } from "#features/donations/admin/differences.tsx"
import { DonationDetail } from "#features/donations/admin/donation-detail.tsx"
import { DonationMonths } from "#features/donations/admin/months.tsx"
import { RefundDialog } from "#features/donations/admin/refund-dialog.tsx"
import { STATUSES } from "#features/donations/admin/statuses.ts"
import { useRecords, withOpenRecord } from "#platform/admin/use-records.ts"
import { useDonationsAdminApp } from "#platform/app/app.tsx"
import { formatMonth } from "#platform/i18n/months.ts"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import type { ListTools } from "./header.tsx"
import { RecordsPage } from "./records-page.tsx"

/** Spec §2 "donations": with the status that the card provider reports. */
export function DonationsPage() {
  const { t, language, timeZone } = useDonationsAdminApp()
  const list = useRecords(routes.listDonations, { filters: ["status", "period"] })
  const records = withOpenRecord(list, useDonation(list.openId))
  const [refunding, setRefunding] = useState<Detail | null>(null)
  return (
    <>
      <RecordsPage
        title={t("admin.donations")}
        records={records}
        empty="admin.donations_empty"
        symbol="heart"
        exportOf={routes.exportDonations}
        strip={
          <>
            <DonationDifferences />
            <DonationMonths />
          </>
        }
        filters={useFilters()}
        sorts={[
          { value: "newest", label: t("admin.newest") },
          { value: "oldest", label: t("admin.oldest") },
          { value: "largest", label: t("admin.largest") },
        ]}
        summaryOf={({ name, email, amount, currency, status, message, createdAt }) => ({
          who: formatMoney(language, amount, currency),
          about: name ?? t("admin.no_name"),
          line: message ?? email ?? "",
          at: formatWhen(language, createdAt, timeZone),
          chip: <Chip tone={STATUSES[status].tone}>{t(STATUSES[status].text)}</Chip>,
        })}
        detail={(donation) => <DonationDetail key={donation.id} donation={donation} onRefund={setRefunding} />}
      />
      <RefundDialog donation={refunding} onClose={() => setRefunding(null)} />
    </>
  )
}

type Filters = NonNullable<ListTools<InputOf<typeof routes.listDonations>["query"]>["filters"]>

function useFilters(): Filters {
  const { t, language } = useDonationsAdminApp()
  const months = (useDonationMonths().data?.months ?? []).map(({ month }) => month).toReversed()
  const years = [...new Set(months.map((month) => month.slice(0, 4)))]
  return [
    {
      name: "status",
      label: t("admin.state"),
      options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
    },
    {
      name: "period",
      label: t("admin.period"),
      options: [
        ...years.map((year) => ({ value: year, label: year })),
        ...months.map((month) => ({ value: month, label: formatMonth(language, month) })),
      ],
    },
  ]
}
