import type { TestimonialRecord } from "@haitech/contract/admin/publishing"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { type RecordFormProps, requiredErrors, useEditor } from "#platform/admin/use-editor.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { AdminEditDialog } from "./edit-dialog.tsx"
import { AdminImageField } from "./image-field.tsx"

export const TESTIMONIAL_ROUTES = {
  list: routes.listTestimonialRecords,
  create: routes.createTestimonial,
  update: routes.updateTestimonial,
  remove: routes.deleteTestimonial,
  restore: routes.restoreTestimonial,
}

/** Spec §5: all fields are required; "rating 1 to 5 (default 5)". */
export function AdminTestimonialForm({ record, onClose, onSaved }: RecordFormProps<TestimonialRecord>) {
  const { t } = useAdminApp()
  const required = {
    name: t("field.name.required"),
    role: t("field.job.required"),
    content: t("field.content.required"),
    imageUrl: t("field.image_url.required"),
  }
  const labels = {
    name: t("admin.name"),
    role: t("admin.job"),
    content: t("admin.quote"),
    rating: t("admin.rating"),
    imageUrl: t("admin.image"),
  }
  const stars = (rating: string) => t("testimonials.stars", { rating })
  const editor = useEditor({
    routes: TESTIMONIAL_ROUTES,
    noun: "testimonials",
    record,
    toValues,
    toForm,
    check: (values) => requiredErrors(values, required),
    getName: ({ name }) => name,
    onSaved,
  })
  const { field } = editor
  return (
    <AdminEditDialog
      title={record ? t("admin.testimonial_edit") : t("admin.testimonial_add")}
      editor={editor}
      labels={labels}
      formatValue={(name, value) => (name === "rating" ? stars(value) : value)}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={labels.name} required autoComplete="off" {...field("name")} />
        <Field label={labels.role} required autoComplete="off" {...field("role")} />
      </div>
      <TextAreaField label={labels.content} required {...field("content")} />
      <SelectField label={labels.rating} required {...field("rating")}>
        {["5", "4", "3", "2", "1"].map((rating) => (
          <option key={rating} value={rating}>
            {stars(rating)}
          </option>
        ))}
      </SelectField>
      <AdminImageField name="imageUrl" label={labels.imageUrl} required editor={editor} />
    </AdminEditDialog>
  )
}

function toValues(record: TestimonialRecord | null) {
  return {
    name: record?.name ?? "",
    role: record?.role ?? "",
    content: record?.content ?? "",
    rating: record?.rating ?? "5",
    imageUrl: record?.imageUrl ?? "",
  }
}

function toForm(values: ReturnType<typeof toValues>): InputOf<typeof routes.createTestimonial>["body"] {
  return { ...values, rating: Number(values.rating) }
}
