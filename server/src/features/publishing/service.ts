import type { Deps } from "#deps.ts"
import { type ContentFile, readContent } from "#platform/content/files.ts"
import { claimStarter } from "#platform/content/starter.ts"
import { finalBefore } from "#platform/deletions.ts"
import { purgeRecords } from "./queries/records.ts"
import { insertTeam } from "./queries/team.ts"
import { insertTestimonials } from "./queries/testimonials.ts"
import { purgeUnused } from "./service/pictures.ts"

/** Once per database (D7), so that administrators' changes persist. Several processes may run it concurrently. */
export async function publishStarterContent({ db }: Pick<Deps, "db">): Promise<void> {
  const [quotes, people] = await Promise.all([readContent("people/testimonials"), readContent("people/team")])
  await db.transaction(async (tx) => {
    // The page shows the newest first, so the first file is inserted last.
    if (await claimStarter(tx, "testimonials")) await insertTestimonials(tx, quotes.map(testimonial).toReversed())
    if (await claimStarter(tx, "team")) await insertTeam(tx, people.map(member))
  })
}

function testimonial({ field, text }: ContentFile) {
  return { name: field("name"), role: field("role"), rating: Number(field("rating")), content: text }
}

function member({ field, text }: ContentFile) {
  return { name: field("name"), role: field("role"), order: Number(field("order")), bio: text }
}

export async function purgeDeleted(deps: Pick<Deps, "db" | "now" | "pictureBucket">): Promise<void> {
  await purgeRecords(deps.db, finalBefore(deps.now()))
  await purgeUnused(deps)
}
