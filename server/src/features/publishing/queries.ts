import { desc } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"
import { type TestimonialRow, testimonials } from "./table.ts"

export type PublishedTestimonial = Pick<TestimonialRow, "id" | "content" | "rating" | "name" | "role">

/** Newest first. */
export function publishedTestimonials(db: Db | Tx): Promise<PublishedTestimonial[]> {
  return newestTestimonials(db).execute()
}

const newestTestimonials = prepared((db) => {
  const { id, content, rating, name, role } = testimonials
  return db
    .select({ id, content, rating, name, role })
    .from(testimonials)
    .orderBy(desc(id))
    .prepare("newest_testimonials")
})

/** The last one is the newest. */
export async function insertTestimonials(
  db: Db | Tx,
  rows: readonly (typeof testimonials.$inferInsert)[],
): Promise<void> {
  await db.insert(testimonials).values([...rows])
}
