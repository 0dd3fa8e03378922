import type { TestimonialRecord } from "@haitech/contract/admin/publishing"
import { useAdminApp } from "#platform/app/app.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { Stars } from "#ui/stars.tsx"
import { AdminRecordView } from "./record-actions.tsx"

interface Props {
  readonly testimonial: TestimonialRecord
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function AdminTestimonialView({ testimonial, onEdit, onDelete }: Props) {
  const { t } = useAdminApp()
  const { name, role, content, rating, imageUrl } = testimonial
  return (
    <AdminRecordView updatedAt={testimonial.updatedAt} onEdit={onEdit} onDelete={onDelete}>
      <Stars rating={Math.round(Number(rating))} label={t("testimonials.stars", { rating })} />
      <blockquote className="admin-text">{content}</blockquote>
      <div className="admin-by">
        <Portrait name={name} imageUrl={imageUrl} size={64} small />
        <p>
          <strong className="strong block">{name}</strong>
          <span className="text-muted">{role}</span>
        </p>
      </div>
    </AdminRecordView>
  )
}
