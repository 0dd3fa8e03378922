import type { ListDescriptor } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

type App = ReturnType<typeof useAdminApp>

const LIMIT = "5"

function latest<Row extends { readonly id: string; readonly threadId?: string }>(
  list: ListDescriptor<{ limit?: string }, Row>,
  toTexts: (row: Row, app: App) => readonly [string, string],
) {
  return async (app: App) => {
    const { rows } = await fetchPage(list, { limit: LIMIT }, app.language)
    // A message leads to its conversation.
    return rows.map((row) => ({ id: row.id, openId: row.threadId ?? row.id, texts: toTexts(row, app) }))
  }
}

interface Latest {
  /** The last segment of the list's address, of the page and of the API. */
  readonly id: string
  readonly label: AdminText
  readonly load: ReturnType<typeof latest>
}

export const LATEST: readonly Latest[] = [
  {
    id: "users",
    label: "admin.users",
    load: latest(routes.listUsers, ({ firstName, lastName, email }) => [
      [firstName, lastName].filter(Boolean).join(" ") || email,
      email,
    ]),
  },
  { id: "contacts", label: "admin.contacts", load: latest(routes.listContacts, (row) => [row.name, row.message]) },
  {
    id: "donations",
    label: "admin.donations",
    load: latest(routes.listDonations, ({ name, amount, currency }, { t, language }) => [
      name ?? t("admin.no_name"),
      formatMoney(language, amount, currency),
    ]),
  },
  {
    id: "memberships",
    label: "admin.memberships",
    load: latest(routes.listMemberships, (row) => [row.name, row.email]),
  },
  { id: "team", label: "admin.team", load: latest(routes.listTeamRecords, (row) => [row.name, row.role]) },
  { id: "blog", label: "admin.blog", load: latest(routes.listPostRecords, (row) => [row.title, row.excerpt]) },
  {
    id: "testimonials",
    label: "admin.testimonials",
    load: latest(routes.listTestimonialRecords, (row) => [row.name, row.content]),
  },
  { id: "chat", label: "admin.chat", load: latest(routes.listChat, (row) => [row.name, row.message]) },
]

export function LatestPage({ id: of, load }: Latest) {
  const app = useAdminApp()
  const loadError = useLoadError()
  const { t } = app
  const { data, error, refetch } = useQuery({
    // Below the key of the list, so that what invalidates the list invalidates this.
    queryKey: ["api", "admin", of, "latest"],
    queryFn: () => load(app),
  })
  if (error) {
    return <LoadFailed {...loadError(error, refetch)} />
  }
  if (!data) return <Placeholder />
  return (
    <div className="grid gap-4">
      {data.length === 0 && <p className="text-muted">{t("admin.none_yet")}</p>}
      <ul className="admin-latest">
        {data.map(({ id, openId, texts: [title, detail] }) => (
          <li key={id}>
            <AppLink to={`/${of}?open=${openId}`}>
              <strong>{title}</strong>
              <span>{detail}</span>
            </AppLink>
          </li>
        ))}
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
