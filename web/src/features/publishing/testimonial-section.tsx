import { pick } from "#platform/i18n/texts.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
import { PlainTestimonial } from "./testimonial-card.tsx"
import { TESTIMONIAL_TEXTS, TestimonialStrip } from "./testimonial-strip.tsx"

/** Spec §2, testimonials. Without script the page shows the server-rendered testimonials. */
export function TestimonialSection() {
  const { t, language, testimonials = [] } = usePage()
  return (
    <section
      className="overflow-hidden bg-subtle py-(--section)"
      aria-labelledby="testimonials-title"
      {...(testimonials.length === 0 && { "data-needs-script": "" })}
    >
      <div className="wrap pb-8">
        <SectionHeading id="testimonials-title" title={t("testimonials.title")} lead={t("testimonials.lead")} />
      </div>
      <Island of={TestimonialStrip} when="visible" props={{ texts: pick(t, TESTIMONIAL_TEXTS), language }} />
      {testimonials.length > 0 && (
        <noscript>
          <ul className="strip" tabIndex={0} aria-label={t("testimonials.region")}>
            {testimonials.map((testimonial) => (
              <li key={testimonial.id}>
                <PlainTestimonial testimonial={testimonial} stars={t("testimonials.stars")} />
              </li>
            ))}
          </ul>
        </noscript>
      )}
    </section>
  )
}
