import type { BlogPostId } from "@haitech/contract/ids"
import { and, asc, desc, eq, getColumns, lt, lte, sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"
import {
  type BlogPostRow,
  blogPosts,
  type TeamMemberRow,
  type TestimonialRow,
  teamMembers,
  testimonials,
} from "./table.ts"

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

export type PublishedMember = Omit<TeamMemberRow, "order">

/** By `order`, then by name (D2). */
export function publishedTeam(db: Db | Tx): Promise<PublishedMember[]> {
  return teamInOrder(db).execute()
}

const teamInOrder = prepared((db) => {
  const { id, name, role, bio, imageUrl, linkedinUrl, twitterUrl, githubUrl, order } = teamMembers
  return db
    .select({ id, name, role, bio, imageUrl, linkedinUrl, twitterUrl, githubUrl })
    .from(teamMembers)
    .orderBy(asc(order), asc(name))
    .prepare("team_in_order")
})

export async function insertTeam(db: Db | Tx, rows: readonly (typeof teamMembers.$inferInsert)[]): Promise<void> {
  await db.insert(teamMembers).values([...rows])
}

export type PublishedPost = Omit<BlogPostRow, "content">

/** At most `limit` articles that are out by `now`, newest first. */
export function publishedPosts(db: Db | Tx, now: Date, limit: number): Promise<PublishedPost[]> {
  return newestPosts(db).execute({ now, limit })
}

/** The next older ones after the article `before`; none when there is no such article. */
export function postsBefore(db: Db | Tx, now: Date, limit: number, before: BlogPostId): Promise<PublishedPost[]> {
  return olderPosts(db).execute({ now, limit, before })
}

/** An article that is out by `now`. */
export async function publishedPost(db: Db | Tx, now: Date, id: BlogPostId): Promise<BlogPostRow | undefined> {
  const [post] = await onePost(db).execute({ now, id })
  return post
}

const { content: _, ...summary } = getColumns(blogPosts)
const isOut = lte(blogPosts.publishedAt, sql.placeholder("now"))
const newestFirst = [desc(blogPosts.publishedAt), desc(blogPosts.id)] as const

const newestPosts = prepared((db) =>
  db
    .select(summary)
    .from(blogPosts)
    .where(isOut)
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("newest_posts"),
)

const olderPosts = prepared((db) => {
  const place = sql`(select ${blogPosts.publishedAt}, ${blogPosts.id} from ${blogPosts} where ${blogPosts.id} = ${sql.placeholder("before")})`
  return db
    .select(summary)
    .from(blogPosts)
    .where(and(isOut, lt(sql`(${blogPosts.publishedAt}, ${blogPosts.id})`, place)))
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("older_posts")
})

const onePost = prepared((db) =>
  db
    .select()
    .from(blogPosts)
    .where(and(isOut, eq(blogPosts.id, sql.placeholder("id"))))
    .prepare("one_post"),
)
