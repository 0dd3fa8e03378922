import type { PostRecord } from "@haitech/contract/admin/publishing"
import { clockAt, instantOf } from "@haitech/contract/clock"
import type { Forms } from "./api.ts"
import type { Values } from "./state.ts"

/** The form values of a post: its publication is a choice and a local time in the site's zone. */
export function toPostValues(post: PostRecord | null, timeZone: string): Values {
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

function publicationChoice(post: PostRecord | null): "draft" | "now" | "at" {
  if (!post) return "now"
  return post.publishedAt ? "at" : "draft"
}

/** The request body. `basis` is the version of the post that the form edits. */
export function toPostForm(values: Values, basis: PostRecord | null, timeZone: string): Forms["blog"] {
  const { publication: _choice, publishedAt: _shown, ...texts } = values
  const publishedAt = changedPublishedAt(values, basis, timeZone)
  const form = {
    ...texts,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(basis && { version: basis.version }),
  }
  return form as unknown as Forms["blog"]
}

/** Undefined if unchanged: the form has minutes only and would cut off the seconds of the stored instant. */
function changedPublishedAt(values: Values, basis: PostRecord | null, timeZone: string): string | null | undefined {
  const { publication, publishedAt = "" } = values
  if (publication === "draft") return null
  if (publication === "now") return basis ? new Date().toISOString() : undefined
  if (basis?.publishedAt && toLocalInput(basis.publishedAt, timeZone) === publishedAt) return undefined
  return parseLocalInput(publishedAt, timeZone)
}

/** Whether the input is a local time that exists in the zone. */
export function isLocalTime(input: string, timeZone: string): boolean {
  return parseLocalInput(input, timeZone) !== null
}

function parseLocalInput(input: string, timeZone: string): string | null {
  const [date = "", time = ""] = input.split("T")
  return instantOf(date, time.slice(0, 5), timeZone)
}

/** The value of a `datetime-local` field. */
function toLocalInput(at: string, timeZone: string): string {
  const { date, time } = clockAt(at, timeZone)
  return `${date}T${time}`
}
