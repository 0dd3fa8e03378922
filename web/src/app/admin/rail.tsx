import { type ReactNode, useEffect, useRef } from "react"
import { useLocation } from "wouter"
import { useOverview } from "#features/accounts/admin/api.ts"
import { usePollWhileDown } from "#features/chat/admin/live.tsx"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminIcon, type AdminIconName } from "#ui/admin-icon.tsx"

type Overview = NonNullable<ReturnType<typeof useOverview>["data"]>

interface Tab {
  readonly to: string
  readonly label: AdminText
  readonly icon: AdminIconName
  readonly count?: (overview: Overview) => number
}

/** The side tabs in the order of spec §2, then those that it does not name. */
export const TABS: readonly Tab[] = [
  { to: "/", label: "admin.overview", icon: "inbox", count: ({ waiting }) => sumOf(waiting) },
  { to: "/users", label: "admin.users", icon: "people" },
  { to: "/contacts", label: "admin.contacts", icon: "mail", count: ({ waiting }) => waiting.contact },
  { to: "/donations", label: "admin.donations", icon: "gift" },
  { to: "/memberships", label: "admin.memberships", icon: "badge" },
  { to: "/team", label: "admin.team", icon: "person" },
  { to: "/blog", label: "admin.blog", icon: "text" },
  { to: "/newsletters", label: "admin.newsletters", icon: "mail" },
  { to: "/testimonials", label: "admin.testimonials", icon: "star" },
  { to: "/chat", label: "admin.chat", icon: "chat", count: ({ chatUnread }) => chatUnread },
  { to: "/calendar", label: "admin.calendar", icon: "calendar", count: ({ waiting }) => waiting.session },
  { to: "/courses", label: "admin.courses", icon: "book" },
  { to: "/questions", label: "admin.questions", icon: "question" },
  { to: "/certificates", label: "admin.certificates", icon: "certificate" },
  { to: "/hours-proofs", label: "admin.hours_proofs", icon: "certificate" },
  { to: "/groups", label: "admin.groups", icon: "people" },
  { to: "/groups/reports", label: "admin.reports", icon: "flag", count: ({ waiting }) => waiting.group_report },
  { to: "/cases", label: "admin.cases", icon: "flag", count: ({ waiting }) => waiting.case },
  {
    to: "/volunteers",
    label: "admin.volunteers",
    icon: "person",
    count: ({ waiting }) => waiting.application,
  },
  {
    to: "/screenings",
    label: "admin.waiting_screenings",
    icon: "shield",
    count: ({ waiting }) => waiting.screening,
  },
  { to: "/opening-hours", label: "admin.opening_hours", icon: "clock" },
  { to: "/history", label: "admin.history", icon: "history" },
  { to: "/stored-data", label: "retention.title", icon: "rows" },
  { to: "/system", label: "system.title", icon: "pulse" },
]

/** The bar at the bottom of a phone; its fifth place is the menu with all tabs. */
const BAR: readonly Tab[] = [
  { to: "/", label: "admin.today", icon: "inbox", count: ({ waiting }) => sumOf(waiting) },
  { to: "/chat", label: "admin.bar_chat", icon: "chat", count: ({ chatUnread }) => chatUnread },
  { to: "/calendar", label: "admin.bar_calendar", icon: "calendar", count: ({ waiting }) => waiting.session },
  { to: "/users", label: "admin.bar_people", icon: "people" },
]

/** The socket tells of the chat only; the other counts are read in this interval. */
const COUNT_POLL_MS = 30_000

export function Rail({ children }: { readonly children: ReactNode }) {
  const { t } = useAdminApp()
  const [path] = useLocation()
  const { data } = useOverview(usePollWhileDown() || COUNT_POLL_MS)
  const unread = data?.chatUnread ?? 0
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    menu.current?.querySelector("summary")?.focus()
    if (menu.current) menu.current.open = false
  }
  useUnreadInTitle(unread)
  return (
    <>
      <Tabs className="admin-bar" label="admin.bar" tabs={BAR} overview={data} />
      <details
        ref={menu}
        className="admin-fold"
        key={path}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !menu.current?.open) return
          event.preventDefault()
          close()
        }}
      >
        <summary>
          <AdminIcon name="more" />
          {t("admin.bar_more")}
        </summary>
        {/* Every choice closes the menu, so that a dialog opens over the page and not over the menu. */}
        <div
          className="admin-folded"
          onClickCapture={({ target }) => target instanceof Element && target.closest("a, button") && close()}
        >
          <Tabs label="admin.nav" tabs={TABS} overview={data} />
          {children}
        </div>
      </details>
      <div className="admin-unfolded">
        <Tabs label="admin.nav" tabs={TABS} overview={data} />
        {children}
      </div>
    </>
  )
}

function useUnreadInTitle(unread: number) {
  useEffect(() => {
    if (unread === 0) return
    const { title } = document
    document.title = `(${unread}) ${title}`
    return () => {
      document.title = title
    }
  }, [unread])
}

const sumOf = (counts: Overview["waiting"]) => Object.values(counts).reduce((sum, count) => sum + count, 0)

interface TabsProps {
  readonly label: AdminText
  readonly tabs: readonly Tab[]
  readonly overview: Overview | undefined
  readonly className?: string
}

function Tabs({ label: navLabel, tabs, overview, className }: TabsProps) {
  const { t } = useAdminApp()
  return (
    <nav aria-label={t(navLabel)} className={className}>
      <ul>
        {tabs.map(({ to, label, icon, count }) => (
          <li key={to}>
            <AppLink to={to} className="rail-link" title={t(label)}>
              <AdminIcon name={icon} />
              <span className="rail-label">{t(label)}</span>
              <RailCount
                value={overview ? (count?.(overview) ?? 0) : 0}
                unit={to === "/chat" ? "admin.unread" : "admin.waiting"}
              />
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RailCount({ value, unit }: { readonly value: number; readonly unit: AdminText }) {
  const { t, language } = useAdminApp()
  if (value === 0) return null
  return (
    <span className="rail-count">
      {formatNumber(language, value)}
      <span className="sr"> {t(unit)}</span>
    </span>
  )
}
