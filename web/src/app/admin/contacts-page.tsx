import type { ContactRecord, ContactState } from "@haitech/contract/admin/outreach"
import type { Subject } from "@haitech/contract/outreach"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { useContact, useMoveContacts } from "#features/outreach/admin/api.ts"
import { ContactDetail, STATES, SUBJECT_TEXTS } from "#features/outreach/admin/contact-detail.tsx"
import { ReplyDialog } from "#features/outreach/admin/reply-dialog.tsx"
import { SentEmails } from "#features/system/admin/sent-emails.tsx"
import { useBulkAction } from "#platform/admin/use-bulk-action.ts"
import { useDeletion } from "#platform/admin/use-deletion.ts"
import { useRecords, withOpenRecord } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import type { ListTools } from "./header.tsx"
import { RecordsPage } from "./records-page.tsx"

const ROUTES = { list: routes.listContacts, remove: routes.deleteContact, restore: routes.restoreContact }

export function ContactsPage() {
  const { t, label, language, timeZone } = useAdminApp()
  const list = useRecords(ROUTES.list, { filters: ["state", "subject"] })
  const records = withOpenRecord(list, useContact(list.openId))
  const [replyTarget, setReplyTarget] = useState<ContactRecord | null>(null)
  const { mutateAsync: move } = useMoveContacts()
  const runBulk = useBulkAction()
  const deletion = useDeletion(ROUTES, records, {
    nameOf: ({ name }) => name,
    deleted: (count) => (count === 1 ? t("admin.contact_deleted") : t("admin.contacts_deleted", { count })),
    failed: t("admin.contact_delete_failed"),
  })
  const finish = (ids: readonly string[]) =>
    runBulk(
      ids,
      (onDone) => move({ ids, state: "done", onDone }),
      (count) => t("admin.done_count", { count }),
    )
  const find = (id: string | undefined) => records.rows.find((row) => row.id === id) ?? records.opened
  return (
    <>
      <RecordsPage
        title={t("admin.contacts")}
        records={records}
        empty="admin.contacts_empty"
        symbol="mail"
        exportOf={routes.exportContacts}
        filters={filters(t)}
        sorts={[
          { value: "newest", label: t("admin.newest") },
          { value: "oldest", label: t("admin.oldest") },
        ]}
        summaryOf={({ name, subject, message, createdAt, state, language: contactLanguage }) => ({
          who: name,
          about: subject && label(SUBJECT_TEXTS, subject),
          line: <span lang={contactLanguage}>{message}</span>,
          at: formatWhen(language, createdAt, timeZone),
          chip: <Chip tone={entryOf(STATES, state)?.tone ?? "plain"}>{label(STATES, state)}</Chip>,
          isNew: state === "new",
        })}
        detail={(contact) => (
          <ContactDetail
            key={contact.id}
            contact={contact}
            emails={<SentEmails route={routes.listContactEmails} id={contact.id} />}
            onReply={() => setReplyTarget(contact)}
            onDelete={() => deletion.remove(contact.id)}
          />
        )}
        bulk={[
          { key: "e", label: t("admin.mark_done"), run: finish },
          { key: "Delete", sign: t("admin.delete_key"), label: t("admin.delete"), run: deletion.removeMany },
        ]}
        keys={{ r: (id) => setReplyTarget(find(id) ?? null) }}
      />
      <UndoBar {...deletion.bar} />
      <ReplyDialog contact={replyTarget} onClose={() => setReplyTarget(null)} />
    </>
  )
}

type Tools = ListTools<InputOf<typeof routes.listContacts>["query"]>

function filters(t: ReturnType<typeof useAdminApp>["t"]): NonNullable<Tools["filters"]> {
  const states = Object.keys(STATES) as ContactState[]
  const subjects = Object.keys(SUBJECT_TEXTS) as Subject[]
  return [
    {
      name: "state",
      label: t("admin.state"),
      options: states.map((state) => ({ value: state, label: t(STATES[state].text) })),
    },
    {
      name: "subject",
      label: t("admin.subject"),
      options: subjects.map((subject) => ({ value: subject, label: t(SUBJECT_TEXTS[subject]) })),
    },
  ]
}
