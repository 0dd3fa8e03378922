import type { WaitingItem, WaitingKind } from "@haitech/contract/admin/accounts"
import type { ChatThread } from "@haitech/contract/admin/chat"
import { routes } from "@haitech/contract/routes"
import { type ReactNode, useState } from "react"
import { useOverview } from "#features/accounts/admin/api.ts"
import { POLL_MS, useChangeThreads } from "#features/chat/admin/api.ts"
import { focusComposer } from "#features/chat/admin/composer.tsx"
import { AdminRespondDialog } from "#features/chat/admin/respond-dialog.tsx"
import { useSettleDifference } from "#features/donations/admin/api.ts"
import { CardTestingAlert } from "#features/donations/admin/card-testing-alert.tsx"
import { useContact, useMoveContacts } from "#features/outreach/admin/api.ts"
import { ReplyDialog } from "#features/outreach/admin/reply-dialog.tsx"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useBulkAction } from "#platform/admin/use-bulk-action.ts"
import { type Records, useRecords } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatMoney, formatNumber } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Tabs } from "#ui/tabs.tsx"
import { LATEST, LatestPage } from "./latest-page.tsx"
import { RecordsPage } from "./records-page.tsx"
import { WaitingPage } from "./waiting-page.tsx"
import { KINDS, useSummary } from "./waiting-summary.tsx"

const WAITING = Object.keys(KINDS) as WaitingKind[]

/** Spec §2 "overview": everything that waits for an administrator, the counts above it, the nested tabs below. */
export function OverviewPage() {
  const { t } = useAdminApp()
  const records = useOpenItem(useRecords(routes.listWaiting, { filters: ["kind"], refetchMs: POLL_MS }))
  const [replyTo, setReplyTo] = useState<string | null>(null)
  const { data: contact } = useContact(replyTo)
  const [respondTo, setRespondTo] = useState<ChatThread | null>(null)
  const find = (id: string | null | undefined) => [...records.rows, records.opened].find((item) => item?.id === id)
  const finish = useFinish(records, find)
  const write = (id: string | null) => {
    const item = find(id)
    if (!item) return
    if (item.kind === "contact") return setReplyTo(item.id)
    if (item.id !== records.openId) records.open(item.id)
    if (item.kind === "chat" || item.kind === "report") focusComposer(item.id)
  }
  const summaryOf = useSummary()
  return (
    <div className="admin-today">
      <RecordsPage
        title={t("admin.today")}
        total="admin.waiting_count"
        records={records}
        empty="admin.today_empty"
        symbol="sun"
        strip={<Strip kind={records.params.kind} onKind={(kind) => records.set("kind", kind)} />}
        summaryOf={summaryOf}
        detail={(item) => (
          <WaitingPage
            item={item}
            onReply={({ id }) => setReplyTo(id)}
            onRespond={setRespondTo}
            respondingTo={respondTo?.id}
            onClose={() => records.close(item.id)}
          />
        )}
        bulk={[{ key: "e", label: t("admin.mark_done"), run: finish }]}
        keys={{ r: (id) => write(id ?? records.openId) }}
        footer={
          <Tabs
            label={t("admin.latest")}
            tabs={LATEST.map((latest) => ({
              id: latest.id,
              label: t(latest.label),
              panel: <LatestPage {...latest} />,
            }))}
          />
        }
      />
      <ReplyDialog contact={replyTo === null ? null : (contact ?? null)} onClose={() => setReplyTo(null)} />
      <AdminRespondDialog thread={respondTo} onClose={() => setRespondTo(null)} />
    </div>
  )
}

/** The open item stays open when it no longer waits, for example after an answer. */
function useOpenItem<List extends Records<WaitingItem>>(records: List): List {
  const { opened, openId } = records
  const [last, setLast] = useState(opened)
  if (opened && opened !== last) setLast(opened)
  return { ...records, opened: opened ?? (last?.id === openId ? last : undefined) }
}

/** Marks contacts and conversations as done and settles reports and differences. The others stay, and a toast says why. */
function useFinish(records: Records<WaitingItem>, find: (id: string | null) => WaitingItem | undefined) {
  const { t, showToast } = useAdminApp()
  const { mutateAsync: move } = useMoveContacts()
  const { mutateAsync: change } = useChangeThreads()
  const { mutateAsync: settle } = useSettleDifference()
  const lists = useRecordLists(routes.listWaiting)
  const runBulk = useBulkAction()
  const calls = {
    contact: (id: string) => move({ ids: [id], state: "done" }),
    chat: (id: string) => change({ ids: [id], to: { state: "done" } }),
    difference: (id: string) => settle(id),
    report: (id: string) => change({ ids: [id], to: { state: "done", isReported: false } }),
  }
  return async (chosen: readonly string[]) => {
    const items = (chosen.length > 0 ? chosen : [records.openId]).flatMap((id) => find(id) ?? [])
    const runs = items.flatMap(({ id, kind }) => {
      const call = entryOf(calls, kind)
      return call ? [[id, call] as const] : []
    })
    if (runs.length < items.length) showToast("failure", t("admin.failed_title"), t("admin.today_stays"))
    return runBulk(
      runs.map(([id]) => id),
      async (onDone) => {
        for (const [id, call] of runs) {
          await call(id)
          lists.change((rows) => rows.filter((row) => row.id !== id))
          records.close(id)
          onDone(id)
        }
      },
      (count) => t("admin.today_done", { count }),
    )
  }
}

interface StripProps {
  readonly kind: string | undefined
  readonly onKind: (kind: WaitingKind | null) => void
}

function Strip({ kind, onKind }: StripProps) {
  const { t, language } = useAdminApp()
  const { data } = useOverview()
  const counts = data?.waiting
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tab = (id: WaitingKind | null, label: string, count: number | undefined): ReactNode => (
    <button key={label} type="button" aria-pressed={(kind ?? null) === id} onClick={() => onKind(id)}>
      {label} <span>{count === undefined ? "" : formatNumber(language, count)}</span>
    </button>
  )
  return (
    <>
      {data?.cardTesting && <CardTestingAlert attack={data.cardTesting} />}
      <Counts />
      <div className="tabs admin-kinds" role="group" aria-label={t("admin.waiting_kinds")}>
        {tab(null, t("admin.all"), all)}
        {WAITING.map((id) => tab(id, t(KINDS[id].plural), counts?.[id]))}
      </div>
    </>
  )
}

function Counts() {
  const { t, language } = useAdminApp()
  const { data } = useOverview()
  const number = (count: number | undefined) => (count === undefined ? "–" : formatNumber(language, count))
  const counts = [
    ["/users", "admin.users", number(data?.users)],
    ["/contacts", "admin.contacts", number(data?.contacts)],
    ["/donations", "admin.total_donations", data ? formatMoney(language, data.donationsTotal, "usd") : "–"],
    ["/memberships", "admin.memberships", number(data?.memberships)],
    ["/chat", "admin.chat", number(data?.chatMessages)],
  ] as const
  const unread = data?.chatUnread ? t("admin.unread_count", { count: data.chatUnread }) : t("admin.all_read")
  return (
    <ul className="admin-strip admin-counts" aria-label={t("admin.overview")} aria-busy={!data}>
      {counts.map(([to, label, value]) => (
        <li key={to}>
          <AppLink to={to}>
            <strong>{value}</strong> <span>{t(label)}</span>
            {to === "/chat" && data && <span>, {unread}</span>}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
