import type { Role } from "@haitech/contract/accounts"
import type { UserRecord } from "@haitech/contract/admin/accounts"
import { routes } from "@haitech/contract/routes"
import { needsScreening } from "@haitech/contract/screening"
import { Suspense } from "react"
import { useAdmin, useUserRecord } from "#features/accounts/admin/api.ts"
import { ROLE_TEXTS } from "#features/accounts/admin/role-texts.ts"
import { UserDetail } from "#features/accounts/admin/user-detail.tsx"
import { SentEmails } from "#features/system/admin/sent-emails.tsx"
import { ScreeningSlot } from "#features/volunteers/admin/screening-slot.tsx"
import { useRecords, withOpenRecord } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const ConsentBox = lazyPage(
  "admin-safeguarding",
  async () => (await import("#features/safeguarding/admin/consent-box.tsx")).ConsentBox,
)

const ROLES = Object.keys(ROLE_TEXTS) as Role[]

export function UsersPage() {
  const { t, label, language, timeZone } = useAdminApp()
  const list = useRecords(routes.listUsers, { filters: ["role", "approved"] })
  const records = withOpenRecord(list, useUserRecord(list.openId))
  return (
    <RecordsPage
      title={t("admin.users")}
      records={records}
      empty="admin.users_empty"
      exportOf={routes.exportUsers}
      filters={[
        {
          name: "role",
          label: t("admin.role"),
          options: ROLES.map((role) => ({ value: role, label: t(ROLE_TEXTS[role]) })),
        },
        {
          name: "approved",
          label: t("admin.approval"),
          options: [
            { value: "true", label: t("admin.approved") },
            { value: "false", label: t("admin.closed") },
          ],
        },
      ]}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "oldest", label: t("admin.oldest") },
        { value: "name", label: t("admin.by_name") },
        { value: "seen", label: t("admin.by_sign_in") },
      ]}
      summaryOf={(user) => ({
        who: [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email,
        about: user.username,
        line: user.email,
        at: formatWhen(language, user.createdAt, timeZone),
        chip:
          user.approved === "false" ? (
            <Chip tone="bad">{t("admin.closed")}</Chip>
          ) : user.isRoleWaiting ? (
            <Chip tone="wait">{t("admin.role_waits", { role: label(ROLE_TEXTS, user.role) })}</Chip>
          ) : (
            <Chip tone={user.role === "admin" ? "info" : "plain"}>{label(ROLE_TEXTS, user.role)}</Chip>
          ),
      })}
      detail={(user) => <Detail key={user.id} user={user} />}
    />
  )
}

function Detail({ user }: { readonly user: UserRecord }) {
  return (
    <>
      <UserDetail
        user={user}
        screening={isScreened(user) && <Screening user={user} />}
        emails={<SentEmails route={routes.listUserEmails} id={user.id} />}
      />
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <ConsentBox userId={user.id} />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

/** Also before the role is approved: it is screened first. */
function isScreened({ role, isAdmin }: UserRecord): boolean {
  return isAdmin || needsScreening(role)
}

function Screening({ user: { id } }: { readonly user: UserRecord }) {
  const { data: me } = useAdmin()
  return <ScreeningSlot userId={id} me={me?.id} />
}
