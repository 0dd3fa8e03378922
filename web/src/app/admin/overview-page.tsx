import type { ReactNode } from "react"
import { useOverview } from "#features/accounts/office-api.ts"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { AppLink } from "#platform/navigation.tsx"
import { moneyInWords, numberInWords } from "#platform/numbers.ts"
import { useTrouble } from "#platform/trouble.ts"
import { LoadFailed } from "#ui/load-failed.tsx"
import { OfficeIcon, type OfficeIconName } from "#ui/office-icon.tsx"
import { Tabs } from "#ui/tabs.tsx"
import { LatestPage } from "./latest-page.tsx"

/** §2: the counts, and a tab strip that repeats the data tabs with the newest of each. */
export function OverviewPage() {
  const { t } = useOffice()
  return (
    <section className="office-page" aria-labelledby="office-title">
      <h1 id="office-title" tabIndex={-1}>
        {t("office.overview")}
      </h1>
      <Counts />
      <Tabs
        label={t("office.latest")}
        tabs={[
          { id: "users", label: t("office.users"), panel: <LatestPage of="users" /> },
          { id: "contacts", label: t("office.contacts"), panel: <LatestPage of="contacts" /> },
          { id: "donations", label: t("office.donations"), panel: <LatestPage of="donations" /> },
          { id: "memberships", label: t("office.memberships"), panel: <LatestPage of="memberships" /> },
          { id: "team", label: t("office.team"), panel: <LatestPage of="team" /> },
          { id: "blog", label: t("office.blog"), panel: <LatestPage of="blog" /> },
          { id: "testimonials", label: t("office.testimonials"), panel: <LatestPage of="testimonials" /> },
          { id: "chat", label: t("office.chat"), panel: <LatestPage of="chat" /> },
        ]}
      />
    </section>
  )
}

function Counts() {
  const { t, language } = useOffice()
  const trouble = useTrouble()
  const { data, error, refetch } = useOverview()
  if (error) {
    return <LoadFailed {...trouble(error, refetch)} />
  }
  const unread = data?.chatUnread ? t("office.unread_count", { count: data.chatUnread }) : t("office.all_read")
  const number = (count: number | undefined) => (count === undefined ? undefined : numberInWords(language, count))
  return (
    <ul className="office-counts" aria-busy={!data}>
      <Count to="/users" icon="people" label="office.users" value={number(data?.users)} />
      <Count to="/contacts" icon="mail" label="office.contacts" value={number(data?.contacts)} />
      <Count
        to="/donations"
        icon="gift"
        label="office.total_donations"
        isWide
        value={data && moneyInWords(language, data.donationsTotal, "usd")}
      />
      <Count to="/memberships" icon="badge" label="office.memberships" value={number(data?.memberships)} />
      <Count
        to="/chat"
        icon="chat"
        label="office.chat"
        value={number(data?.chatMessages)}
        note={data ? unread : <Waiting />}
      />
    </ul>
  )
}

interface CountProps {
  readonly to: string
  readonly icon: OfficeIconName
  readonly label: OfficeText
  /** Nothing as long as it is on its way. */
  readonly value: string | undefined
  readonly note?: ReactNode
  readonly isWide?: boolean
}

function Count({ to, icon, label, value, note, isWide }: CountProps) {
  const { t } = useOffice()
  return (
    <li className={isWide ? "wide" : undefined}>
      <AppLink to={to} className="card office-count">
        <OfficeIcon name={icon} />
        <strong>{value ?? <Waiting />}</strong>
        <span>{t(label)}</span>
        {note && <span className="text-muted">{note}</span>}
      </AppLink>
    </li>
  )
}

function Waiting() {
  return <span className="skeleton" aria-hidden="true" />
}
