import { listTestimonials, type Testimonial } from "@haitech/contract/publishing"
import type { Deps } from "#deps.ts"
import { type Answer, answer } from "#platform/http/answer.ts"
import { type PublishedTestimonial, publishedTestimonials } from "./queries.ts"

export function publishingRoutes({ db }: Pick<Deps, "db">): Answer[] {
  return [answer(listTestimonials, () => testimonialsOnPage(db))]
}

/** The same list, for the page that carries it. */
export async function testimonialsOnPage(db: Deps["db"]): Promise<Testimonial[]> {
  return (await publishedTestimonials(db)).map(present)
}

function present({ rating, ...testimonial }: PublishedTestimonial): Testimonial {
  return { ...testimonial, rating: String(rating) }
}
