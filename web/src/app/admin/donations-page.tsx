import type { DonationRecord } from "@haitech/contract/office-donations"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { moneyInWords } from "#platform/numbers.ts"
import { useRecords } from "#platform/use-records.ts"
import { whenInWords } from "#platform/when.ts"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const STATUSES = {
  succeeded: { text: "office.gift_succeeded", tone: "good" },
  pending: { text: "office.gift_pending", tone: "wait" },
  failed: { text: "office.gift_failed", tone: "bad" },
  refunded: { text: "office.gift_refunded", tone: "plain" },
  disputed: { text: "office.gift_disputed", tone: "bad" },
} as const satisfies Readonly<Record<DonationRecord["status"], { readonly text: OfficeText; readonly tone: ChipTone }>>

/** What a donor's form may say; whatever else stands there is shown as it is. */
const FREQUENCIES: Readonly<Record<string, OfficeText>> = {
  "one-time": "office.frequency_once",
  monthly: "office.frequency_monthly",
  quarterly: "office.frequency_quarterly",
  yearly: "office.frequency_yearly",
}

/** §2 "donations": every gift as the card provider's word has it. */
export function DonationsPage() {
  const { t, language, timeZone } = useOffice()
  const records = useRecords<DonationRecord>("/api/admin/donations", { filters: ["status"] })
  return (
    <RecordsPage
      title={t("office.donations")}
      records={records}
      empty="office.donations_empty"
      symbol="heart"
      exportOf="/api/admin/donations/export"
      filters={[
        {
          name: "status",
          label: t("office.state"),
          options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
        },
      ]}
      sorts={[
        { value: "newest", label: t("office.newest") },
        { value: "oldest", label: t("office.oldest") },
        { value: "largest", label: t("office.largest") },
      ]}
      words={({ name, email, amount, currency, status, message, createdAt }) => ({
        who: moneyInWords(language, amount, currency),
        about: name ?? t("office.no_name"),
        line: message ?? email ?? "",
        at: whenInWords(language, createdAt, timeZone),
        chip: <Chip tone={STATUSES[status].tone}>{t(STATUSES[status].text)}</Chip>,
      })}
      detail={(gift) => <Gift key={gift.id} gift={gift} />}
    />
  )
}

function Gift({ gift }: { readonly gift: DonationRecord }) {
  const { t, language, timeZone } = useOffice()
  const { name, email, amount, currency, frequency, isAnonymous, message, status, createdAt } = gift
  const inWords = frequency && FREQUENCIES[frequency]
  return (
    <>
      <h2>{moneyInWords(language, amount, currency)}</h2>
      <dl className="office-facts">
        <dt>{t("office.donor")}</dt>
        <dd>{name ?? t("office.no_name")}</dd>
        <dt>{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
        <dt>{t("office.state")}</dt>
        <dd>{t(STATUSES[status].text)}</dd>
        <dt>{t("office.frequency")}</dt>
        <dd>{inWords ? t(inWords) : (frequency ?? "–")}</dd>
        <dt>{t("office.anonymous")}</dt>
        <dd>{t(isAnonymous === "true" ? "office.yes" : "office.no")}</dd>
        <dt>{t("office.given")}</dt>
        <dd>{whenInWords(language, createdAt, timeZone).exact}</dd>
      </dl>
      {message && <p className="office-words">{message}</p>}
    </>
  )
}
