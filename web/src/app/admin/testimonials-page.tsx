import { AdminAddButton, useFormatWhen } from "#features/publishing/admin/record-actions.tsx"
import { AdminTestimonialForm, TESTIMONIAL_ROUTES } from "#features/publishing/admin/testimonial-form.tsx"
import { AdminTestimonialView } from "#features/publishing/admin/testimonial-view.tsx"
import { useDeletion } from "#platform/admin/use-deletion.ts"
import { useEditing } from "#platform/admin/use-editing.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

export function TestimonialsPage() {
  const { t } = useAdminApp()
  const when = useFormatWhen()
  const records = useRecords(TESTIMONIAL_ROUTES.list)
  const editing = useEditing(records)
  const deletion = useDeletion(TESTIMONIAL_ROUTES, records, {
    nameOf: ({ name }) => name,
    deleted: () => t("admin.testimonial_deleted"),
    failed: t("admin.testimonial_delete_failed"),
  })
  const { target } = editing
  return (
    <>
      <RecordsPage
        title={t("admin.testimonials")}
        records={records}
        empty="admin.testimonials_empty"
        symbol="speech"
        onAdd={editing.add}
        summaryOf={({ name, role, content, rating, updatedAt }) => ({
          who: name,
          about: role,
          line: content,
          at: when(updatedAt),
          chip: <Chip tone={Number(rating) < 4 ? "wait" : "good"}>{t("testimonials.stars", { rating })}</Chip>,
        })}
        action={<AdminAddButton label={t("admin.testimonial_add")} onAdd={editing.add} />}
        keys={{ n: editing.add, e: editing.edit, Delete: deletion.remove }}
        detail={(testimonial) => (
          <AdminTestimonialView
            testimonial={testimonial}
            onEdit={() => editing.edit(testimonial.id)}
            onDelete={() => deletion.remove(testimonial.id)}
          />
        )}
      />
      <UndoBar {...deletion.bar} />
      {target && (
        <AdminTestimonialForm
          key={target.record?.id ?? "new"}
          record={target.record}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}
