import type { Testimonial } from "@haitech/contract/publishing"
import { fill } from "#platform/i18n/fill.ts"
import { Stars } from "#ui/stars.tsx"

interface Props {
  readonly testimonial: Testimonial
  /** "{rating} out of 5 stars" */
  readonly stars: string
}

/** Spec §2: stars for the rating, only the first word of the name, and the role. */
export function TestimonialCard({ testimonial, stars }: Props) {
  const { content, name, role } = testimonial
  const rating = Math.round(Number(testimonial.rating))
  return (
    <figure className="card flex h-full flex-col gap-4 p-6">
      <Stars rating={rating} label={fill(stars, { rating })} />
      <blockquote className="grow">{content}</blockquote>
      <figcaption className="small">
        <span className="strong block text-brand-ink">{firstWord(name)}</span>
        <span className="text-muted">{role}</span>
      </figcaption>
    </figure>
  )
}

/** A text-only card for pages without script: drawn stars would add bytes to every page. */
export function PlainTestimonial({ testimonial, stars }: Props) {
  const { content, name, role, rating } = testimonial
  return (
    <figure className="card h-full p-6">
      <blockquote>{content}</blockquote>
      <figcaption className="small mt-4">
        {firstWord(name)}, {role}. {fill(stars, { rating: Math.round(Number(rating)) })}
      </figcaption>
    </figure>
  )
}

function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ""
}
