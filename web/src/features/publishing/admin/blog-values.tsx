import type { PostRecord } from "@haitech/contract/admin/publishing"
import { clockAt, instantOf } from "@haitech/contract/clock"
import type { InputOf } from "@haitech/contract/route"
import type { routes } from "@haitech/contract/routes"

type PostValues = ReturnType<typeof toPostValues>

/** The form values of a post: its publication is a choice and a local time in the site's zone. */
export function toPostValues(post: PostRecord | null, timeZone: string) {
  return {
    title: post?.title ?? "",
    excerpt: post?.excerpt ?? "",
    content: post?.content ?? "",
    author: post?.author ?? "",
    category: post?.category ?? "",
    imageUrl: post?.imageUrl ?? "",
    authorImageUrl: post?.authorImageUrl ?? "",
    featured: post?.featured ?? "false",
    publication: publicationChoice(post),
    publishedAt: post?.publishedAt ? toLocalInput(post.publishedAt, timeZone) : "",
  }
}

function publicationChoice(post: PostRecord | null): string {
  if (!post) return "now"
  return post.publishedAt ? "at" : "draft"
}

/** The request body. `basis` is the version of the post that the form edits. */
export function toPostForm(
  values: PostValues,
  basis: PostRecord | null,
  timeZone: string,
): InputOf<typeof routes.createPost>["body"] {
  const { publication: _choice, publishedAt: _shown, featured, ...texts } = values
  const publishedAt = changedPublishedAt(values, basis, timeZone)
  return {
    ...texts,
    featured: featured === "true" ? "true" : "false",
    ...(publishedAt !== undefined && { publishedAt }),
  }
}

/** Undefined if unchanged: the form has minutes only and would cut off the seconds of the stored instant. */
function changedPublishedAt(values: PostValues, basis: PostRecord | null, timeZone: string): string | null | undefined {
  const { publication, publishedAt } = values
  if (publication === "draft") return null
  if (publication === "now") return basis ? new Date().toISOString() : undefined
  if (basis?.publishedAt && toLocalInput(basis.publishedAt, timeZone) === publishedAt) return undefined
  return parseLocalInput(publishedAt, timeZone)
}

/** Whether the input is a local time that exists in the zone. */
export function isLocalTime(input: string, timeZone: string): boolean {
  return parseLocalInput(input, timeZone) !== null
}

export function parseLocalInput(input: string, timeZone: string): string | null {
  const [date = "", time = ""] = input.split("T")
  return instantOf(date, time.slice(0, 5), timeZone)
}

/** The value of a `datetime-local` field. */
function toLocalInput(at: string, timeZone: string): string {
  const { date, time } = clockAt(at, timeZone)
  return `${date}T${time}`
}
