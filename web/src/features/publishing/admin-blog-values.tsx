import type { PostRecord } from "@haitech/contract/admin/publishing"
import { clockAt, instantOf } from "@haitech/contract/clock"
import type { Forms } from "./admin-api.ts"
import type { Values } from "./admin-state.ts"

/** An article as its form shows it: when it comes out is a choice, and a date on the office's clock. */
export function valuesOfPost(post: PostRecord | null, timeZone: string): Values {
  return {
    title: post?.title ?? "",
    excerpt: post?.excerpt ?? "",
    content: post?.content ?? "",
    author: post?.author ?? "",
    category: post?.category ?? "",
    imageUrl: post?.imageUrl ?? "",
    authorImageUrl: post?.authorImageUrl ?? "",
    featured: post?.featured ?? "false",
    publication: publicationOf(post),
    publishedAt: post?.publishedAt ? shown(post.publishedAt, timeZone) : "",
  }
}

function publicationOf(post: PostRecord | null): "draft" | "now" | "at" {
  if (!post) return "now"
  return post.publishedAt ? "at" : "draft"
}

/** What is sent. `basis` is the article that is written over. */
export function formOfPost(values: Values, basis: PostRecord | null, timeZone: string): Forms["blog"] {
  const { publication: _choice, publishedAt: _shown, ...texts } = values
  const publishedAt = publicationSent(values, basis, timeZone)
  const form = {
    ...texts,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(basis && { version: basis.version }),
  }
  return form as unknown as Forms["blog"]
}

/** Nothing where it stays as it is: the form knows minutes only, and the server the instant. */
function publicationSent(values: Values, basis: PostRecord | null, timeZone: string): string | null | undefined {
  const { publication, publishedAt = "" } = values
  if (publication === "draft") return null
  if (publication === "now") return basis ? new Date().toISOString() : undefined
  if (basis?.publishedAt && shown(basis.publishedAt, timeZone) === publishedAt) return undefined
  return instant(publishedAt, timeZone)
}

/** Does the office's clock ever show this? */
export function isClock(written: string, timeZone: string): boolean {
  return instant(written, timeZone) !== null
}

function instant(written: string, timeZone: string): string | null {
  const [date = "", time = ""] = written.split("T")
  return instantOf(date, time.slice(0, 5), timeZone)
}

/** As a `datetime-local` field writes it. */
function shown(at: string, timeZone: string): string {
  const { date, time } = clockAt(at, timeZone)
  return `${date}T${time}`
}
