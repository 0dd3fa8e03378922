import * as z from "zod/mini"
import { Deleted } from "#deletions.ts"
import { BlogPostId, TeamMemberId, TestimonialId } from "#ids.ts"
import { BooleanInput, listQuery, page } from "#lists.ts"
import { PICTURE_BYTES } from "#members.ts"
import { BlogPost, TeamMember, Testimonial } from "#publishing.ts"
import { route } from "#route.ts"
import { NAME_LENGTH, optionalText, singleLine, text } from "#text.ts"
import { Instant } from "#time.ts"

export const TITLE_LENGTH = 200
export const EXCERPT_LENGTH = 500
export const CATEGORY_LENGTH = 100
export const JOB_LENGTH = 100
export const TEAM_BIO_LENGTH = 2000
export const QUOTE_LENGTH = 2000
/** Characters of Markdown: about seven thousand words. */
export const ARTICLE_LENGTH = 50_000
/** Bytes of JSON: an article in any script, with its other fields. */
export const ARTICLE_BYTES = 256 * 1024

/** For optimistic locking: a save based on an older version is refused; without a version the last save wins. */
const version = z.int("invalid").check(z.minimum(1, "invalid"))
const versioned = { version, updatedAt: Instant }
const versionField = { version: z.optional(version) }
/** Idempotent by `id`. A UUIDv7, because ids sort by time. */
const creation = { id: z.optional(z.uuidv7("id.invalid")) }
export type New<Form> = Form & { readonly id?: string | undefined }

const image = text(2000, { required: "image_url.required", tooLong: "image_url.invalid" }).check(
  z.refine((url) => /^(\/api\/pictures\/[\w-]+|https:\/\/[^/\\\s\p{Cc}][^\s\p{Cc}]*)$/u.test(url), "image_url.invalid"),
)
const optionalImage = z.optional(z.nullable(z.union([z.literal(""), image], "image_url.invalid")))
const link = z.pipe(
  optionalText(2000, "url.invalid"),
  z.optional(z.string().check(z.regex(/^https?:\/\/[^/\\\s\p{Cc}][^\s\p{Cc}]*$/iu, "url.invalid"))),
)

export const TeamMemberForm = z.strictObject({
  name: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
  role: singleLine(JOB_LENGTH, { required: "job.required", tooLong: "job.too_long" }),
  bio: text(TEAM_BIO_LENGTH, { required: "bio.required", tooLong: "content.too_long" }),
  imageUrl: image,
  linkedinUrl: link,
  twitterUrl: link,
  githubUrl: link,
  /** Without it a new member is last, and an existing one keeps the position. */
  order: z.optional(z.int("order.invalid").check(z.minimum(0, "order.invalid"), z.maximum(100_000, "order.invalid"))),
  ...versionField,
})
export type TeamMemberForm = z.output<typeof TeamMemberForm>

export const TeamRecord = z.object({ ...TeamMember.shape, order: z.int(), ...versioned })
export type TeamRecord = z.output<typeof TeamRecord>

export const BlogPostForm = z.strictObject({
  title: singleLine(TITLE_LENGTH, { required: "title.required", tooLong: "title.too_long" }),
  excerpt: text(EXCERPT_LENGTH, { required: "excerpt.required", tooLong: "excerpt.too_long" }),
  content: text(ARTICLE_LENGTH, { required: "content.required", tooLong: "content.too_long" }),
  author: singleLine(NAME_LENGTH, { required: "author.required", tooLong: "name.too_long" }),
  authorImageUrl: optionalImage,
  category: optionalText(CATEGORY_LENGTH, "category.too_long"),
  imageUrl: optionalImage,
  featured: z.optional(BooleanInput),
  /** Null is a draft. Without it a new article is published now, and an existing one keeps its value. */
  publishedAt: z.optional(z.nullable(Instant)),
  ...versionField,
})
export type BlogPostForm = z.output<typeof BlogPostForm>

export const PostRecord = z.object({ ...BlogPost.shape, publishedAt: z.nullable(Instant), ...versioned })
export type PostRecord = z.output<typeof PostRecord>

export const TestimonialForm = z.strictObject({
  name: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
  role: singleLine(JOB_LENGTH, { required: "job.required", tooLong: "job.too_long" }),
  content: text(QUOTE_LENGTH, { required: "content.required", tooLong: "content.too_long" }),
  imageUrl: image,
  rating: z._default(
    z.pipe(
      z.union(
        [z.int("rating.invalid"), z.pipe(z.enum(["1", "2", "3", "4", "5"]), z.transform(Number))],
        "rating.invalid",
      ),
      z.int("rating.invalid").check(z.minimum(1, "rating.invalid"), z.maximum(5, "rating.invalid")),
    ),
    5,
  ),
  ...versionField,
})
export type TestimonialForm = z.output<typeof TestimonialForm>

export const TestimonialRecord = z.object({ ...Testimonial.shape, imageUrl: z.nullable(z.string()), ...versioned })
export type TestimonialRecord = z.output<typeof TestimonialRecord>

export const listTeamRecords = route({
  method: "GET",
  path: "/api/admin/team",
  access: "admin",
  query: listQuery({}, ["order"]),
  list: true,
  reply: page(TeamRecord),
})
export const createTeamMember = route({
  method: "POST",
  path: "/api/admin/team",
  access: "admin",
  status: 201,
  body: z.extend(TeamMemberForm, creation),
  reply: TeamRecord,
})
export const updateTeamMember = route({
  method: "PUT",
  path: "/api/admin/team/:id",
  access: "admin",
  params: z.object({ id: TeamMemberId }),
  body: TeamMemberForm,
  reply: TeamRecord,
})
export const deleteTeamMember = route({
  method: "DELETE",
  path: "/api/admin/team/:id",
  access: "admin",
  params: z.object({ id: TeamMemberId }),
  reply: Deleted,
})
export const restoreTeamMember = route({
  method: "POST",
  path: "/api/admin/team/:id/restoration",
  access: "admin",
  params: z.object({ id: TeamMemberId }),
  reply: TeamRecord,
})
/** The whole team in its new order. An incomplete list is `order.changed`: another administrator changed the team. */
export const changeTeamOrder = route({
  method: "PUT",
  path: "/api/admin/team-order",
  access: "admin",
  status: 204,
  body: z.strictObject({
    ids: z.array(TeamMemberId, "invalid").check(z.minLength(1, "invalid"), z.maxLength(500, "invalid")),
  }),
  reply: z.undefined(),
})

export const listPostRecords = route({
  method: "GET",
  path: "/api/admin/blog",
  access: "admin",
  query: listQuery({}, ["newest"]),
  list: true,
  reply: page(PostRecord),
})
export const createPost = route({
  method: "POST",
  path: "/api/admin/blog",
  access: "admin",
  status: 201,
  longBody: true,
  body: z.extend(BlogPostForm, creation),
  reply: PostRecord,
})
export const updatePost = route({
  method: "PUT",
  path: "/api/admin/blog/:id",
  access: "admin",
  longBody: true,
  params: z.object({ id: BlogPostId }),
  body: BlogPostForm,
  reply: PostRecord,
})
export const deletePost = route({
  method: "DELETE",
  path: "/api/admin/blog/:id",
  access: "admin",
  params: z.object({ id: BlogPostId }),
  reply: Deleted,
})
export const restorePost = route({
  method: "POST",
  path: "/api/admin/blog/:id/restoration",
  access: "admin",
  params: z.object({ id: BlogPostId }),
  reply: PostRecord,
})

export const listTestimonialRecords = route({
  method: "GET",
  path: "/api/admin/testimonials",
  access: "admin",
  query: listQuery({}, ["newest"]),
  list: true,
  reply: page(TestimonialRecord),
})
export const createTestimonial = route({
  method: "POST",
  path: "/api/admin/testimonials",
  access: "admin",
  status: 201,
  body: z.extend(TestimonialForm, creation),
  reply: TestimonialRecord,
})
export const updateTestimonial = route({
  method: "PUT",
  path: "/api/admin/testimonials/:id",
  access: "admin",
  params: z.object({ id: TestimonialId }),
  body: TestimonialForm,
  reply: TestimonialRecord,
})
export const deleteTestimonial = route({
  method: "DELETE",
  path: "/api/admin/testimonials/:id",
  access: "admin",
  params: z.object({ id: TestimonialId }),
  reply: Deleted,
})
export const restoreTestimonial = route({
  method: "POST",
  path: "/api/admin/testimonials/:id/restoration",
  access: "admin",
  params: z.object({ id: TestimonialId }),
  reply: TestimonialRecord,
})

export const uploadSitePicture = route({
  method: "POST",
  path: "/api/admin/pictures",
  access: "admin",
  status: 201,
  upload: true,
  body: z.strictObject({
    image: z.file("image.invalid").check(z.maxSize(PICTURE_BYTES, "image.too_large"), z.minSize(1, "image.invalid")),
  }),
  reply: z.object({ imageUrl: z.string() }),
})
