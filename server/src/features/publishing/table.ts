import type { BlogPostId, PictureId, TeamMemberId, TestimonialId } from "@haitech/contract/ids"
import { NAME_LENGTH } from "@haitech/contract/text"
import { boolean, bytea, index, integer, snakeCase, text } from "drizzle-orm/pg-core"
import {
  bothOrNeither,
  createdAt,
  fileAddress,
  id,
  instant,
  lengthBetween,
  minValue,
  notEmpty,
  updatedAt,
  valueBetween,
  webAddress,
} from "#platform/db/columns.ts"

/** `version` counts the saves; a deleted row stays for a day, so that an administrator can restore it. */
const editing = () => ({ version: integer().notNull().default(1), updatedAt: updatedAt(), deletedAt: instant() })

export const teamMembers = snakeCase.table(
  "team_members",
  {
    id: id<TeamMemberId>(),
    name: text().notNull(),
    role: text().notNull(),
    bio: text().notNull(),
    imageUrl: text(),
    linkedinUrl: text(),
    twitterUrl: text(),
    githubUrl: text(),
    order: integer().notNull().default(0),
    ...editing(),
  },
  (member) => [
    index("team_members_in_order").on(member.order, member.name),
    minValue(member.version, 1),
    lengthBetween(member.name, 1, NAME_LENGTH),
    notEmpty(member.role),
    notEmpty(member.bio),
    fileAddress(member.imageUrl),
    webAddress(member.linkedinUrl),
    webAddress(member.twitterUrl),
    webAddress(member.githubUrl),
  ],
)

/** `content` is markdown; without `publishedAt` it is a draft. */
export const blogPosts = snakeCase.table(
  "blog_posts",
  {
    id: id<BlogPostId>(),
    title: text().notNull(),
    excerpt: text().notNull(),
    content: text().notNull(),
    author: text().notNull(),
    authorImageUrl: text(),
    category: text(),
    imageUrl: text(),
    publishedAt: instant().defaultNow(),
    featured: boolean().notNull().default(false),
    ...editing(),
  },
  (post) => [
    index("blog_posts_newest").on(post.publishedAt, post.id),
    minValue(post.version, 1),
    notEmpty(post.title),
    notEmpty(post.excerpt),
    notEmpty(post.content),
    lengthBetween(post.author, 1, NAME_LENGTH),
    fileAddress(post.authorImageUrl),
    fileAddress(post.imageUrl),
  ],
)

/** Sorted by id, newest first: UUIDv7s sort by time, and spec §3 gives a testimonial no date. */
export const testimonials = snakeCase.table(
  "testimonials",
  {
    id: id<TestimonialId>(),
    name: text().notNull(),
    role: text().notNull(),
    content: text().notNull(),
    imageUrl: text(),
    rating: integer().notNull().default(5),
    ...editing(),
  },
  (testimonial) => [
    minValue(testimonial.version, 1),
    lengthBetween(testimonial.name, 1, NAME_LENGTH),
    notEmpty(testimonial.role),
    notEmpty(testimonial.content),
    fileAddress(testimonial.imageUrl),
    valueBetween(testimonial.rating, 1, 5),
  ],
)

/** Without `small` and `large` the bucket of `FILES_TO` has the picture. */
export const sitePictures = snakeCase.table(
  "site_pictures",
  {
    id: id<PictureId>(),
    small: bytea(),
    large: bytea(),
    createdAt: createdAt(),
  },
  (picture) => [bothOrNeither(picture.small, picture.large)],
)

export type TeamMemberRow = typeof teamMembers.$inferSelect
export type BlogPostRow = typeof blogPosts.$inferSelect
export type TestimonialRow = typeof testimonials.$inferSelect
