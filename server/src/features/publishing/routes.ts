import { listTestimonials, type Testimonial } from "@haitech/contract/publishing"
import type { Deps } from "#deps.ts"
import { type Answer, answer } from "#platform/http/answer.ts"
import { type PublishedTestimonial, publishedTestimonials } from "./queries.ts"

export function publishingRoutes({ db }: Pick<Deps, "db">): Answer[] {
  return [answer(listTestimonials, async () => (await publishedTestimonials(db)).map(present))]
}

/** What the home page itself carries for readers without script. Every visit pays for it, so it is the newest two. */
export async function testimonialsOnPage(db: Deps["db"]): Promise<Testimonial[]> {
  return (await publishedTestimonials(db)).slice(0, ON_PAGE).map(present)
}

const ON_PAGE = 2

function present({ rating, ...testimonial }: PublishedTestimonial): Testimonial {
  return { ...testimonial, rating: String(rating) }
}
