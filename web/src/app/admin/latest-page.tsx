import type { UserRecord } from "@haitech/contract/admin/accounts"
import type { ChatRecord } from "@haitech/contract/admin/chat"
import type { DonationRecord } from "@haitech/contract/admin/donations"
import type { ContactRecord, MembershipRecord } from "@haitech/contract/admin/outreach"
import type { PostRecord, TeamRecord, TestimonialRecord } from "@haitech/contract/admin/publishing"
import { useQuery } from "@tanstack/react-query"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

type App = ReturnType<typeof useAdminApp>

/** The path of a row; a message leads to its conversation. */
function recordPath(of: string, row: { readonly id: string; readonly threadId?: string }): string {
  return `/${of}?open=${row.threadId ?? row.id}`
}

/** The two texts of a row, by list. */
const ROW_TEXTS = {
  users: (row: UserRecord) => [[row.firstName, row.lastName].filter(Boolean).join(" ") || row.email, row.email],
  contacts: (row: ContactRecord) => [row.name, row.message],
  donations: (row: DonationRecord, { t, language }: App) => [
    row.name ?? t("admin.no_name"),
    formatMoney(language, row.amount, row.currency),
  ],
  memberships: (row: MembershipRecord) => [row.name, row.email],
  team: (row: TeamRecord) => [row.name, row.role],
  blog: (row: PostRecord) => [row.title, row.excerpt],
  testimonials: (row: TestimonialRecord) => [row.name, row.content],
  chat: (row: ChatRecord) => [row.name, row.message],
} as const

const LIMIT = "5"

/** The newest five rows of a list, with a link to all. */
export function LatestPage({ of }: { readonly of: keyof typeof ROW_TEXTS }) {
  const app = useAdminApp()
  const loadError = useLoadError()
  const { t, language } = app
  const { data, error, refetch } = useQuery({
    queryKey: ["api", "admin", "latest", of],
    queryFn: () =>
      fetchPage<{ readonly id: string; readonly threadId?: string }>(`/api/admin/${of}`, { limit: LIMIT }, language),
  })
  if (error) {
    return <LoadFailed {...loadError(error, refetch)} />
  }
  if (!data) return <Placeholder />
  const rowTexts = ROW_TEXTS[of] as (row: unknown, app: App) => readonly string[]
  return (
    <div className="grid gap-4">
      {data.rows.length === 0 && <p className="text-muted">{t("admin.none_yet")}</p>}
      <ul className="admin-latest">
        {data.rows.map((row) => {
          const [title, detail] = rowTexts(row, app)
          return (
            <li key={row.id}>
              <AppLink to={recordPath(of, row)}>
                <strong>{title}</strong>
                <span>{detail}</span>
              </AppLink>
            </li>
          )
        })}
      </ul>
      <p>
        <AppLink to={`/${of}`} className={buttonClass("quiet", true)}>
          {t("admin.show_all")}
        </AppLink>
      </p>
    </div>
  )
}

function Placeholder() {
  return (
    <div className="admin-lines">
      {["a", "b", "c", "d", "e"].map((name) => (
        <div key={name} className="grid py-4">
          <Skeleton className="h-4 w-36" />
        </div>
      ))}
    </div>
  )
}
