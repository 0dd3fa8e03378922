import type { DonationRecord } from "@haitech/contract/admin/donations"
import { routes } from "@haitech/contract/routes"
import { useRecords } from "#platform/admin/use-records.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const STATUSES = {
  succeeded: { text: "admin.gift_succeeded", tone: "good" },
  pending: { text: "admin.gift_pending", tone: "wait" },
  canceled: { text: "admin.gift_canceled", tone: "plain" },
  partially_refunded: { text: "admin.gift_partially_refunded", tone: "info" },
  failed: { text: "admin.gift_failed", tone: "bad" },
  refunded: { text: "admin.gift_refunded", tone: "plain" },
  disputed: { text: "admin.gift_disputed", tone: "bad" },
} as const satisfies Readonly<Record<DonationRecord["status"], { readonly text: AdminText; readonly tone: ChipTone }>>

/** Other stored values show unchanged. */
const FREQUENCIES: Readonly<Record<string, AdminText>> = {
  "one-time": "admin.frequency_once",
  monthly: "admin.frequency_monthly",
  quarterly: "admin.frequency_quarterly",
  yearly: "admin.frequency_yearly",
}

/** Spec §2 "donations": with the status that the card provider reports. */
export function DonationsPage() {
  const { t, language, timeZone } = useAdminApp()
  const records = useRecords(routes.listDonations, { filters: ["status"] })
  return (
    <RecordsPage
      title={t("admin.donations")}
      records={records}
      empty="admin.donations_empty"
      symbol="heart"
      exportOf={routes.exportDonations}
      filters={[
        {
          name: "status",
          label: t("admin.state"),
          options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
        },
      ]}
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
      detail={(donation) => <DonationDetail key={donation.id} donation={donation} />}
    />
  )
}

function DonationDetail({ donation }: { readonly donation: DonationRecord }) {
  const { t, language, timeZone } = useAdminApp()
  const { name, email, amount, currency, frequency, isAnonymous, message, status, createdAt } = donation
  const frequencyText = frequency && FREQUENCIES[frequency]
  return (
    <>
      <h2>{formatMoney(language, amount, currency)}</h2>
      <dl className="admin-facts">
        <dt>{t("admin.donor")}</dt>
        <dd>{name ?? t("admin.no_name")}</dd>
        <dt>{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
        <dt>{t("admin.state")}</dt>
        <dd>{t(STATUSES[status].text)}</dd>
        <dt>{t("admin.frequency")}</dt>
        <dd>{frequencyText ? t(frequencyText) : (frequency ?? "–")}</dd>
        <dt>{t("admin.anonymous")}</dt>
        <dd>{t(isAnonymous === "true" ? "admin.yes" : "admin.no")}</dd>
        <dt>{t("admin.given")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
      </dl>
      {message && <p className="admin-words">{message}</p>}
    </>
  )
}
