import type { AuditAction, AuditEntry } from "@haitech/contract/audit"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { AuditChanges } from "#features/accounts/admin/audit-changes.tsx"
import { ACTION_TEXTS, subjectOf, useAuditSentence } from "#features/accounts/admin/audit-line.tsx"
import { useStaff } from "#features/chat/admin/api.ts"
import { UndoImport } from "#features/outreach/admin/undo-import.tsx"
import { type RestoreRoutes, useRestoreRecords } from "#platform/admin/use-deletion.ts"
import { type Records, useRecords } from "#platform/admin/use-records.ts"
import { useHistoryAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { focusTitle } from "./header.tsx"
import { RecordsPage } from "./records-page.tsx"

const UNDO_MS = 24 * 3_600_000
const RESTORABLE: Readonly<Partial<Record<AuditAction, RestoreRoutes>>> = {
  "contact.deleted": { list: routes.listContacts, restore: routes.restoreContact },
  "membership.deleted": { list: routes.listMemberships, restore: routes.restoreMembership },
  "chat.deleted": { list: routes.listChatThreads, restore: routes.restoreChatThread },
  "team.deleted": { list: routes.listTeamRecords, restore: routes.restoreTeamMember },
  "post.deleted": { list: routes.listPostRecords, restore: routes.restorePost },
  "newsletter.deleted": { list: routes.listNewsletters, restore: routes.restoreNewsletter },
  "testimonial.deleted": { list: routes.listTestimonialRecords, restore: routes.restoreTestimonial },
}

/** The audit log as sentences, with changes before and after, and undo of deletions (C20). */
export function HistoryPage() {
  const { t, language, timeZone } = useHistoryAdminApp()
  const records = useRecords(routes.listAudit, { filters: ["action", "of", "about"] })
  const sentence = useAuditSentence()
  const filterText = useFilterText(records)
  return (
    <RecordsPage
      title={t("admin.history")}
      records={records}
      empty="admin.history_empty"
      symbol="clock"
      searchable={false}
      strip={
        filterText && (
          <div className="admin-strip">
            <p className="strong">{filterText}</p>
            <button
              type="button"
              className="link"
              onClick={() => {
                focusTitle()
                records.clear(["of", "about"])
              }}
            >
              {t("admin.show_all")}
            </button>
          </div>
        )
      }
      filters={[
        {
          name: "action",
          label: t("audit.kind"),
          options: Object.entries(ACTION_TEXTS).map(([value, text]) => ({ value, label: t(text, { subject: "…" }) })),
        },
      ]}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "oldest", label: t("admin.oldest") },
      ]}
      summaryOf={(entry) => ({
        who: entry.actor?.name ?? t("admin.former_admin"),
        line: sentence(entry),
        at: formatWhen(language, entry.createdAt, timeZone),
      })}
      detail={(entry) => <Entry key={entry.id} entry={entry} sentence={sentence(entry)} />}
    />
  )
}

function useFilterText({
  params,
  query,
  rows,
}: Records<AuditEntry, InputOf<typeof routes.listAudit>["query"]>): string | null {
  const { t } = useHistoryAdminApp()
  if ((!params.of && !params.about) || query.isPending || query.isPlaceholderData) return null
  if (params.of) return t("admin.history_by", { name: rows[0]?.actor?.name ?? t("admin.former_admin") })
  const name = rows.flatMap((entry) => subjectOf(entry) ?? [])[0]
  return t("admin.history_with", { name: name ?? t("audit.something") })
}

function Entry({ entry, sentence }: { readonly entry: AuditEntry; readonly sentence: string }) {
  const { t, language, timeZone } = useHistoryAdminApp()
  const restorable = entryOf(RESTORABLE, entry.action)
  // If the record is already restored or purged, the server refuses the undo with a message.
  const [isRecent] = useState(() => Date.now() - Date.parse(entry.createdAt) < UNDO_MS)
  return (
    <>
      <h2>{sentence}</h2>
      <p className="text-muted">
        {entry.actor?.name ?? t("admin.former_admin")}, {formatWhen(language, entry.createdAt, timeZone).exact}
      </p>
      {entry.action === "chat.assigned" ? <Assignment entry={entry} /> : <AuditChanges entry={entry} />}
      {entry.action === "membership.imported" && isRecent && entry.subjectId && <UndoImport id={entry.subjectId} />}
      {restorable && isRecent && entry.subjectId && <Undo routes={restorable} id={entry.subjectId} />}
    </>
  )
}

/** The log stores the assignee of a conversation by id, so this loads the administrators' names. */
function Assignment({ entry }: { readonly entry: AuditEntry }) {
  const { data: staff } = useStaff()
  if (!staff) return null
  return <AuditChanges entry={entry} nameOf={(id) => staff.find((colleague) => colleague.id === id)?.name} />
}

function Undo({ routes, id }: { readonly routes: RestoreRoutes; readonly id: string }) {
  const { t, showToast, showFailure } = useHistoryAdminApp()
  const restore = useRestoreRecords(routes)
  return (
    <p>
      <BusyButton
        compact
        isBusy={restore.isPending || restore.isSuccess}
        onClick={() =>
          restore.mutate(
            { ids: [id] },
            {
              onSuccess: () => showToast("success", t("audit.restored_title"), t("audit.restored")),
              onError: showFailure,
            },
          )
        }
      >
        {t("audit.undo")}
      </BusyButton>
    </p>
  )
}
