import { BlogPostId } from "@haitech/contract/ids"
import {
  type BlogPost,
  type BlogPostSummary,
  listPosts,
  listTeam,
  listTestimonials,
  POSTS_AT_ONCE,
  readPost,
  type Testimonial,
} from "@haitech/contract/publishing"
import type { Deps } from "#deps.ts"
import { type Answer, answer } from "#platform/http/answer.ts"
import { Problem } from "#platform/problem.ts"
import {
  type PublishedPost,
  type PublishedTestimonial,
  postsBefore,
  publishedPost,
  publishedPosts,
  publishedTeam,
  publishedTestimonials,
} from "./queries.ts"

export type Shelf = Pick<Deps, "db" | "now">

export function publishingRoutes(shelf: Shelf): Answer[] {
  return [
    answer(listTestimonials, async () => (await publishedTestimonials(shelf.db)).map(present)),
    answer(listTeam, () => publishedTeam(shelf.db)),
    answer(listPosts, async ({ query }) => postsOnPage(shelf, query.limit, query.before)),
    answer(readPost, async ({ params }) => {
      const post = await postOnPage(shelf, params.id)
      if (!post) throw new Problem("post.unknown")
      return post
    }),
  ]
}

/** The newest articles that are out, or those that are older than `before`. */
export async function postsOnPage(
  { db, now }: Shelf,
  limit = POSTS_AT_ONCE,
  before?: BlogPostId,
): Promise<BlogPostSummary[]> {
  const posts = before ? await postsBefore(db, now(), limit, before) : await publishedPosts(db, now(), limit)
  return posts.map(presentPost)
}

/** One article that is out. An id that cannot be one is an article that is not there. */
export async function postOnPage({ db, now }: Shelf, id: string): Promise<BlogPost | null> {
  const known = BlogPostId.safeParse(id)
  const post = known.success ? await publishedPost(db, now(), known.data) : undefined
  return post ? { ...presentPost(post), content: post.content } : null
}

/** A row as it goes over the wire. */
export function present({ rating, ...testimonial }: PublishedTestimonial): Testimonial {
  return { ...testimonial, rating: String(rating) }
}

function presentPost({ featured, publishedAt, ...post }: PublishedPost): BlogPostSummary {
  return { ...post, publishedAt: publishedAt.toISOString(), featured: featured ? "true" : "false" }
}
