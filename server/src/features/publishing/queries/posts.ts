import type { BlogPostId } from "@haitech/contract/ids"
import { and, desc, eq, getColumns, isNull, lt, lte, sql } from "drizzle-orm"
import { type BlogPostRow, blogPosts } from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

type Published = Omit<BlogPostRow, "version" | "updatedAt" | "deletedAt"> & { readonly publishedAt: Date }
export type PublishedPost = Omit<Published, "content">

export function publishedPosts(db: Db | Tx, now: Date, limit: number): Promise<PublishedPost[]> {
  return newestPosts(db).execute({ now, limit }) as Promise<PublishedPost[]>
}

export function postsBefore(db: Db | Tx, now: Date, limit: number, before: BlogPostId): Promise<PublishedPost[]> {
  return olderPosts(db).execute({ now, limit, before }) as Promise<PublishedPost[]>
}

export async function publishedPost(db: Db | Tx, now: Date, id: BlogPostId): Promise<Published | undefined> {
  const [post] = await postById(db).execute({ now, id })
  return post as Published | undefined
}

const { version: _, updatedAt: __, deletedAt, ...article } = getColumns(blogPosts)
const { content: ___, ...summary } = article
/** Excludes drafts too: `publishedAt` is null, and a comparison with null is not true. */
const isPublished = and(lte(blogPosts.publishedAt, sql.placeholder("now")), isNull(deletedAt))
const newestFirst = [desc(blogPosts.publishedAt), desc(blogPosts.id)] as const

const newestPosts = prepared((db) =>
  db
    .select(summary)
    .from(blogPosts)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("newest_posts"),
)

const olderPosts = prepared((db) => {
  // Includes deleted articles, so that a reader can page on after one that was deleted meanwhile.
  const position = sql`(select ${blogPosts.publishedAt}, ${blogPosts.id} from ${blogPosts} where ${blogPosts.id} = ${sql.placeholder("before")})`
  return db
    .select(summary)
    .from(blogPosts)
    .where(and(isPublished, lt(sql`(${blogPosts.publishedAt}, ${blogPosts.id})`, position)))
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("older_posts")
})

const postById = prepared((db) =>
  db
    .select(article)
    .from(blogPosts)
    .where(and(isPublished, eq(blogPosts.id, sql.placeholder("id"))))
    .prepare("one_post"),
)

const LIST: ListDefinition<typeof blogPosts, "newest"> = {
  table: blogPosts,
  id: blogPosts.id,
  // Drafts come first; only administrators see this list.
  sorts: {
    newest: { by: sql`coalesce(${blogPosts.publishedAt}, 'infinity')`, type: "timestamptz", direction: "down" },
  },
  search: sql`fold(${blogPosts.title} || ' ' || coalesce(${blogPosts.category}, ''))`,
  always: isNull(deletedAt),
}

export function paginatePosts(db: Db, query: ListQuery<"newest">) {
  return paginate(db, LIST, query)
}
