import type { TestimonialRecord } from "@haitech/contract/office-publishing"
import { useOffice } from "#platform/app.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { Stars } from "#ui/stars.tsx"
import { OfficeRecordView } from "./office-record-acts.tsx"

interface Props {
  readonly testimonial: TestimonialRecord
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function OfficeTestimonialView({ testimonial, onEdit, onDelete }: Props) {
  const { t } = useOffice()
  const { name, role, content, rating, imageUrl } = testimonial
  return (
    <OfficeRecordView updatedAt={testimonial.updatedAt} onEdit={onEdit} onDelete={onDelete}>
      <Stars rating={Math.round(Number(rating))} label={t("testimonials.stars", { rating })} />
      <blockquote className="office-text">{content}</blockquote>
      <div className="office-by">
        <Portrait name={name} imageUrl={imageUrl} size={64} small />
        <p>
          <strong className="strong block">{name}</strong>
          <span className="text-muted">{role}</span>
        </p>
      </div>
    </OfficeRecordView>
  )
}
