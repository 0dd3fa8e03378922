import { BlogPostId } from "@haitech/contract/ids"
import {
  type BlogPost,
  type BlogPostSummary,
  listPosts,
  listTeam,
  listTestimonials,
  POSTS_AT_ONCE,
  readPost,
  readSitePicture,
  type Testimonial,
} from "@haitech/contract/publishing"
import type { Deps } from "#deps.ts"
import { handle, handleRememberedRead, handleStaleRead, type RouteHandler } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"
import { type PublishedPost, postsBefore, publishedPost, publishedPosts } from "./queries/posts.ts"
import { publishedTeam } from "./queries/team.ts"
import { type PublishedTestimonial, publishedTestimonials } from "./queries/testimonials.ts"
import { adminRoutes } from "./routes/admin.ts"
import { newsletterRoutes } from "./routes/newsletters.ts"
import { readPicture } from "./service/pictures.ts"

export type PublishingDeps = Pick<Deps, "db" | "now">

export function publishingRoutes(deps: Deps): RouteHandler[] {
  return [
    handleRememberedRead(listTestimonials, ["testimonials"], async () =>
      (await publishedTestimonials(deps.db)).map(present),
    ),
    handleRememberedRead(listTeam, ["team_members"], () => publishedTeam(deps.db)),
    handleStaleRead(listPosts, async ({ query, db }) => listArticles({ ...deps, db }, query.limit, query.before)),
    handleStaleRead(readPost, async ({ params, db }) => {
      const post = await findArticle({ ...deps, db }, params.id)
      if (!post) throw new Problem("post.unknown")
      return post
    }),
    handle(readSitePicture, async ({ params, query }) => {
      const bytes = await readPicture(deps, params.id, query.size)
      return { type: "image/webp", bytes: new Uint8Array(bytes) }
    }),
    ...adminRoutes(deps),
    ...newsletterRoutes(deps),
  ]
}

export async function listArticles(
  { db, now }: PublishingDeps,
  limit = POSTS_AT_ONCE,
  before?: BlogPostId,
): Promise<BlogPostSummary[]> {
  const posts = before ? await postsBefore(db, now(), limit, before) : await publishedPosts(db, now(), limit)
  return posts.map(presentPost)
}

export async function findArticle({ db, now }: PublishingDeps, id: string): Promise<BlogPost | null> {
  const parsed = BlogPostId.safeParse(id)
  const post = parsed.success ? await publishedPost(db, now(), parsed.data) : undefined
  return post ? { ...presentPost(post), content: post.content } : null
}

export function present({ rating, ...testimonial }: PublishedTestimonial): Testimonial {
  return { ...testimonial, rating: String(rating) }
}

function presentPost({ featured, publishedAt, ...post }: PublishedPost): BlogPostSummary {
  return { ...post, publishedAt: publishedAt.toISOString(), featured: featured ? "true" : "false" }
}
