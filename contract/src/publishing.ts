import * as z from "zod/mini"
import { BlogPostId, PictureId, TeamMemberId, TestimonialId } from "./ids.ts"
import { Download, route } from "./route.ts"
import { Instant } from "./time.ts"

/** `rating` is 1 to 5, as a numeric string (spec §3). */
export const Testimonial = z.object({
  id: TestimonialId,
  content: z.string(),
  rating: z.string(),
  name: z.string(),
  role: z.string(),
})
export type Testimonial = z.output<typeof Testimonial>

export const listTestimonials = route({
  method: "GET",
  path: "/api/testimonials",
  access: "public",
  reply: z.array(Testimonial),
})

export const TeamMember = z.object({
  id: TeamMemberId,
  name: z.string(),
  role: z.string(),
  bio: z.string(),
  imageUrl: z.nullable(z.string()),
  linkedinUrl: z.nullable(z.string()),
  twitterUrl: z.nullable(z.string()),
  githubUrl: z.nullable(z.string()),
})
export type TeamMember = z.output<typeof TeamMember>

export const listTeam = route({
  method: "GET",
  path: "/api/team",
  access: "public",
  reply: z.array(TeamMember),
})

/** `featured` is the text `'true'` or `'false'` (spec §3). */
export const BlogPostSummary = z.object({
  id: BlogPostId,
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  authorImageUrl: z.nullable(z.string()),
  category: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  publishedAt: Instant,
  featured: z.enum(["true", "false"]),
})
export type BlogPostSummary = z.output<typeof BlogPostSummary>

export const BlogPost = z.extend(BlogPostSummary, { content: z.string() })
export type BlogPost = z.output<typeof BlogPost>

export const POSTS_AT_ONCE = 20
const MAX_POSTS = 100
const Limit = z.pipe(
  z.pipe(z.string("limit.invalid").check(z.regex(/^\d{1,3}$/, "limit.invalid")), z.transform(Number)),
  z.int("limit.invalid").check(z.minimum(1, "limit.invalid"), z.maximum(MAX_POSTS, "limit.invalid")),
)

/** D2: published articles, newest first; with `before`, the ones older than that article. */
export const listPosts = route({
  method: "GET",
  path: "/api/blog",
  access: "public",
  query: z.object({ limit: z.optional(Limit), before: z.optional(BlogPostId) }),
  reply: z.array(BlogPostSummary),
})

export const readPost = route({
  method: "GET",
  path: "/api/blog/:id",
  access: "public",
  params: z.object({ id: z.string() }),
  reply: BlogPost,
})

/** Maximum pixels per side: for portraits, and for the width of a page's text. */
export const SITE_PICTURE_SIZES = { small: 384, large: 1280 } as const

export const readSitePicture = route({
  method: "GET",
  path: "/api/pictures/:id",
  access: "public",
  cache: "forever",
  params: z.object({ id: PictureId }),
  query: z.object({ size: z._default(z.enum(["small", "large"], "invalid"), "large") }),
  reply: Download,
})
