import type { TestimonialRecord } from "@haitech/contract/office-publishing"
import { OfficeAddButton, useWhen } from "#features/publishing/office-record-acts.tsx"
import { useEditing } from "#features/publishing/office-state.ts"
import { OfficeTestimonialForm } from "#features/publishing/office-testimonial-form.tsx"
import { OfficeTestimonialView } from "#features/publishing/office-testimonial-view.tsx"
import { useOffice } from "#platform/app.tsx"
import { useDeletion } from "#platform/use-deletion.ts"
import { useRecords } from "#platform/use-records.ts"
import { Chip } from "#ui/chip.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

/** §2 /admin, "testimonials". */
export function TestimonialsPage() {
  const { t } = useOffice()
  const when = useWhen()
  const records = useRecords<TestimonialRecord>("/api/admin/testimonials")
  const editing = useEditing(records)
  const deletion = useDeletion("testimonials", records, {
    nameOf: ({ name }) => name,
    deleted: () => t("office.testimonial_deleted"),
    failed: t("office.testimonial_delete_failed"),
  })
  const { target } = editing
  return (
    <>
      <RecordsPage
        title={t("office.testimonials")}
        records={records}
        empty="office.testimonials_empty"
        symbol="speech"
        onAdd={editing.add}
        words={({ name, role, content, rating, updatedAt }) => ({
          who: name,
          about: role,
          line: content,
          at: when(updatedAt),
          chip: <Chip tone={Number(rating) < 4 ? "wait" : "good"}>{t("testimonials.stars", { rating })}</Chip>,
        })}
        action={<OfficeAddButton label={t("office.testimonial_add")} onAdd={editing.add} />}
        keys={{ n: editing.add, e: editing.edit, Delete: deletion.remove }}
        detail={(testimonial) => (
          <OfficeTestimonialView
            testimonial={testimonial}
            onEdit={() => editing.edit(testimonial.id)}
            onDelete={() => deletion.remove(testimonial.id)}
          />
        )}
      />
      <UndoBar {...deletion.bar} />
      {target && (
        <OfficeTestimonialForm
          key={target.record?.id ?? "new"}
          record={target.record}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}
