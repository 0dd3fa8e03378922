import type { ReactNode } from "react"
import { useOverview } from "#features/accounts/admin/api.ts"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatMoney, formatNumber } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminIcon, type AdminIconName } from "#ui/admin-icon.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Tabs } from "#ui/tabs.tsx"
import { LATEST, LatestPage } from "./latest-page.tsx"

export function OverviewPage() {
  const { t } = useAdminApp()
  return (
    <section className="admin-page" aria-labelledby="admin-title">
      <h1 id="admin-title" tabIndex={-1}>
        {t("admin.overview")}
      </h1>
      <Counts />
      <Tabs
        label={t("admin.latest")}
        tabs={LATEST.map((latest) => ({ id: latest.id, label: t(latest.label), panel: <LatestPage {...latest} /> }))}
      />
    </section>
  )
}

function Counts() {
  const { t, language } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useOverview()
  if (error) {
    return <LoadFailed {...loadError(error, refetch)} />
  }
  const unread = data?.chatUnread ? t("admin.unread_count", { count: data.chatUnread }) : t("admin.all_read")
  const number = (count: number | undefined) => (count === undefined ? undefined : formatNumber(language, count))
  return (
    <ul className="admin-counts" aria-busy={!data}>
      <Count to="/users" icon="people" label="admin.users" value={number(data?.users)} />
      <Count to="/contacts" icon="mail" label="admin.contacts" value={number(data?.contacts)} />
      <Count
        to="/donations"
        icon="gift"
        label="admin.total_donations"
        isWide
        value={data && formatMoney(language, data.donationsTotal, "usd")}
      />
      <Count to="/memberships" icon="badge" label="admin.memberships" value={number(data?.memberships)} />
      <Count
        to="/chat"
        icon="chat"
        label="admin.chat"
        value={number(data?.chatMessages)}
        note={data ? unread : <Placeholder />}
      />
    </ul>
  )
}

interface CountProps {
  readonly to: string
  readonly icon: AdminIconName
  readonly label: AdminText
  /** Undefined while it loads. */
  readonly value: string | undefined
  readonly note?: ReactNode
  readonly isWide?: boolean
}

function Count({ to, icon, label, value, note, isWide }: CountProps) {
  const { t } = useAdminApp()
  return (
    <li className={isWide ? "wide" : undefined}>
      <AppLink to={to} className="card admin-count">
        <AdminIcon name={icon} />
        <strong>{value ?? <Placeholder />}</strong>
        <span>{t(label)}</span>
        {note && <span className="text-muted">{note}</span>}
      </AppLink>
    </li>
  )
}

function Placeholder() {
  return <span className="skeleton" aria-hidden="true" />
}
