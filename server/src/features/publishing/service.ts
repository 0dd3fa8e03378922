import type { Deps } from "#deps.ts"
import { type ContentFile, contentIn } from "#platform/content/files.ts"
import { claimStarter } from "#platform/content/starter.ts"
import { insertTestimonials } from "./queries.ts"

/**
 * Publishes the testimonials that ship with the product (D7), once per database: what an administrator changes or
 * deletes stays so. Any number of processes may start at once.
 */
export async function publishStarterTestimonials({ db }: Pick<Deps, "db">): Promise<void> {
  const files = await contentIn("people/testimonials")
  await db.transaction(async (tx) => {
    if (!(await claimStarter(tx, "testimonials"))) return
    // The newest is shown first, so the first file is inserted last.
    await insertTestimonials(tx, files.map(testimonial).toReversed())
  })
}

function testimonial({ says, text }: ContentFile) {
  return { name: says("name"), role: says("role"), rating: Number(says("rating")), content: text }
}
