import type { WaitingItem } from "@haitech/contract/admin/accounts"
import type { ChatThread } from "@haitech/contract/admin/chat"
import type { ContactRecord } from "@haitech/contract/admin/outreach"
import { routes } from "@haitech/contract/routes"
import { lazy, type ReactNode, Suspense } from "react"
import { useAdmin, useUserRecord } from "#features/accounts/admin/api.ts"
import { FailedEmail } from "#features/accounts/admin/failed-email.tsx"
import { useAppointment } from "#features/appointments/admin/api.ts"
import { useThread } from "#features/chat/admin/api.ts"
import { usePollWhileDown } from "#features/chat/admin/live.tsx"
import { AdminThread } from "#features/chat/admin/thread.tsx"
import { useDifferences } from "#features/donations/admin/api.ts"
import { DifferenceDetail } from "#features/donations/admin/differences.tsx"
import { useContact } from "#features/outreach/admin/api.ts"
import { ContactDetail } from "#features/outreach/admin/contact-detail.tsx"
import { SentEmails } from "#features/system/admin/sent-emails.tsx"
import { ScreeningSlot } from "#features/volunteers/admin/screening-slot.tsx"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

const UserDetail = lazy(async () => ({
  default: (await import("#features/accounts/admin/user-detail.tsx")).UserDetail,
}))
const AppointmentDetail = lazy(async () => ({
  default: (await import("#features/appointments/admin/appointment-detail.tsx")).AppointmentDetail,
}))

const WaitingApplication = lazyPage(
  "admin-volunteers",
  async () => (await import("#features/volunteers/admin/waiting-application.tsx")).WaitingApplication,
)

interface Props {
  readonly item: WaitingItem
  readonly onReply: (contact: ContactRecord) => void
  readonly onRespond: (thread: ChatThread) => void
  /** The thread whose dialog is open. */
  readonly respondingTo: string | undefined
  readonly onClose: () => void
}

/** The open item of the list of what waits: the same details as in its own list. */
export function WaitingPage(props: Props) {
  const { t } = useAdminApp()
  const { item, onClose } = props
  const { data: me } = useAdmin()
  if (item.kind === "contact") return <Contact {...props} />
  if (["session", "moving", "without_tutor"].includes(item.kind)) return <Session id={item.id} />
  if (item.kind === "consent")
    return (
      <>
        <p className="notice failure">{t("admin.waiting_consent_about")}</p>
        <Session id={item.id} />
      </>
    )
  if (item.kind === "case") return <Elsewhere to={`/cases?open=${item.id}`} label="admin.waiting_case_open" />
  if (item.kind === "group_report")
    return <Elsewhere to={`/groups/reports?open=${item.id}`} label="admin.waiting_group_report_open" text={item.text} />
  if (item.kind === "role") return <WaitingRole id={item.id} />
  if (item.kind === "email") return <FailedEmail key={item.id} item={item} onRetried={onClose} />
  if (item.kind === "screening") return <WaitingScreening key={item.id} item={item} />
  if (item.kind === "difference") return <Difference id={item.id} onSettled={onClose} />
  if (item.kind === "application") {
    return (
      <Suspense fallback={<Skeleton className="h-48" />}>
        <WaitingApplication key={item.id} id={item.id} me={me?.id} />
      </Suspense>
    )
  }
  return <Thread {...props} />
}

interface ElsewhereProps {
  readonly to: string
  readonly label: AdminText
  readonly text?: string | null
}

/** An item that is settled in its own list. */
function Elsewhere({ to, label, text }: ElsewhereProps) {
  const { t } = useAdminApp()
  return (
    <>
      {text && (
        <blockquote className="admin-words" lang="">
          {text}
        </blockquote>
      )}
      <p>
        <AppLink className={buttonClass("primary", true)} to={to}>
          {t(label)}
        </AppLink>
      </p>
    </>
  )
}

function Contact({ item: { id }, onReply }: Props) {
  const query = useContact(id)
  return (
    <Loaded query={query}>
      {(contact) => (
        <ContactDetail
          key={id}
          contact={contact}
          emails={<SentEmails route={routes.listContactEmails} id={id} />}
          onReply={() => onReply(contact)}
        />
      )}
    </Loaded>
  )
}

function Session({ id }: { readonly id: string }) {
  const query = useAppointment(id)
  return (
    <Loaded query={query}>
      {(appointment) => (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <AppointmentDetail key={id} appointment={appointment} />
        </Suspense>
      )}
    </Loaded>
  )
}

function WaitingRole({ id }: { readonly id: string }) {
  const query = useUserRecord(id)
  return (
    <Loaded query={query}>
      {(user) => (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <UserDetail key={id} user={user} emails={<SentEmails route={routes.listUserEmails} id={id} />} />
        </Suspense>
      )}
    </Loaded>
  )
}

function WaitingScreening({ item: { id, name } }: Pick<Props, "item">) {
  const { t } = useAdminApp()
  const { data: me } = useAdmin()
  return (
    <>
      <h2>{name ?? t("admin.no_name")}</h2>
      <ScreeningSlot userId={id} me={me?.id} />
    </>
  )
}

function Difference({ id, onSettled }: { readonly id: string; readonly onSettled: () => void }) {
  const { data, error, refetch } = useDifferences()
  const difference = data?.differences.find((open) => open.id === id)
  if (data && !difference) return null
  return (
    <Loaded query={{ data: difference, error, refetch }}>
      {(open) => <DifferenceDetail key={id} difference={open} onSettled={onSettled} />}
    </Loaded>
  )
}

function Thread({ item: { id }, respondingTo, onRespond }: Props) {
  const query = useThread(id, usePollWhileDown())
  const { data: me } = useAdmin()
  return (
    <Loaded query={query}>
      {(thread) => (
        <AdminThread
          key={id}
          thread={thread}
          me={me?.id}
          isResponding={respondingTo === id}
          onRespond={() => onRespond(thread)}
        />
      )}
    </Loaded>
  )
}

interface LoadedProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly children: (data: Data) => ReactNode
}

function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  const loadError = useLoadError()
  if (data !== undefined) return children(data)
  if (error) return <LoadFailed {...loadError(error, refetch)} />
  return <Skeleton className="h-16" />
}
