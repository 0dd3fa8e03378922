import { desc, isNull, sql } from "drizzle-orm"
import { type TestimonialRow, testimonials } from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

export type PublishedTestimonial = Pick<TestimonialRow, "id" | "content" | "rating" | "name" | "role">

export function publishedTestimonials(db: Db | Tx): Promise<PublishedTestimonial[]> {
  return newestTestimonials(db).execute()
}

const { id, content, rating, name, role, deletedAt } = testimonials

const newestTestimonials = prepared((db) =>
  db
    .select({ id, content, rating, name, role })
    .from(testimonials)
    .where(isNull(deletedAt))
    .orderBy(desc(id))
    .prepare("newest_testimonials"),
)

/** The last row becomes the newest testimonial. */
export async function insertTestimonials(
  db: Db | Tx,
  rows: readonly (typeof testimonials.$inferInsert)[],
): Promise<void> {
  await db.insert(testimonials).values([...rows])
}

const LIST: ListDefinition<typeof testimonials, "newest"> = {
  table: testimonials,
  id,
  sorts: { newest: { by: id, type: "uuid", direction: "down" } },
  search: sql`fold(${name} || ' ' || ${role} || ' ' || ${content})`,
  always: isNull(deletedAt),
}

export function paginateTestimonials(db: Db, query: ListQuery<"newest">) {
  return paginate(db, LIST, query)
}
