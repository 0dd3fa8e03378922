import type { NewsletterRecord } from "@haitech/contract/admin/newsletters"
import { useState } from "react"
import { NEWSLETTER_ROUTES } from "#features/publishing/admin/newsletter-api.ts"
import { AdminNewsletterForm } from "#features/publishing/admin/newsletter-form.tsx"
import { NewsletterSendDialog } from "#features/publishing/admin/newsletter-send.tsx"
import { AdminNewsletterView, languagesOf, NewsletterChip } from "#features/publishing/admin/newsletter-view.tsx"
import { AdminAddButton, useFormatWhen } from "#features/publishing/admin/record-actions.tsx"
import { useDeletion } from "#platform/admin/use-deletion.ts"
import { useEditing } from "#platform/admin/use-editing.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useNewslettersAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { TOPIC_TEXTS } from "#platform/i18n/topic-texts.ts"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

/** While one is being sent its counts change. */
const REFETCH_MS = 15_000

export function NewslettersPage() {
  const { t, label } = useNewslettersAdminApp()
  const when = useFormatWhen()
  const records = useRecords(NEWSLETTER_ROUTES.list, { refetchMs: REFETCH_MS })
  const editing = useEditing(records)
  const progress = useProgress()
  const [sending, setSending] = useState<NewsletterRecord | null>(null)
  const deletion = useDeletion(NEWSLETTER_ROUTES, records, {
    nameOf: ({ subjectEn }) => subjectEn,
    deleted: () => t("admin.newsletter_deleted"),
  })
  const { target } = editing
  const edit = (id?: string) => {
    const record = records.rows.find((row) => row.id === (id ?? records.openId))
    if (record && isOpen(record)) editing.edit(record.id)
  }
  return (
    <>
      <RecordsPage
        title={t("admin.newsletters")}
        records={records}
        empty="admin.newsletters_empty"
        symbol="sun"
        onAdd={editing.add}
        summaryOf={(newsletter) => ({
          who: newsletter.subjectEn,
          about: label(TOPIC_TEXTS, newsletter.topic),
          line: progress(newsletter),
          at: when(newsletter.startedAt ?? newsletter.scheduledAt ?? newsletter.updatedAt),
          chip: <NewsletterChip state={newsletter.state} />,
        })}
        action={<AdminAddButton label={t("admin.newsletter_add")} onAdd={editing.add} />}
        keys={{ n: editing.add, e: edit, Delete: deletion.remove }}
        detail={(newsletter) => (
          <AdminNewsletterView
            key={newsletter.id}
            newsletter={newsletter}
            onEdit={() => edit(newsletter.id)}
            onDelete={() => deletion.remove(newsletter.id)}
            onSend={() => setSending(newsletter)}
          />
        )}
      />
      <UndoBar {...deletion.bar} />
      <NewsletterSendDialog newsletter={sending} onClose={() => setSending(null)} />
      {target && (
        <AdminNewsletterForm
          key={target.record?.id ?? "new"}
          record={target.record}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}

function isOpen({ state }: NewsletterRecord): boolean {
  return state === "draft" || state === "scheduled"
}

/** How far it is, or in which languages it would be sent. */
function useProgress() {
  const { t, language } = useNewslettersAdminApp()
  return (newsletter: NewsletterRecord) => {
    const { counts, startedAt } = newsletter
    if (!startedAt)
      return languagesOf(newsletter)
        .map((of) => t(`language.${of}`))
        .join(", ")
    const parts = [`${formatNumber(language, counts.sent)} ${t("admin.newsletter_sent")}`]
    if (counts.waiting > 0) parts.push(`${formatNumber(language, counts.waiting)} ${t("admin.newsletter_waiting")}`)
    return parts.join(", ")
  }
}
