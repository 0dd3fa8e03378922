import type { BlogPostForm, New } from "@haitech/contract/admin/publishing"
import type { BlogPostId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import type { BlogPostRow } from "#features/publishing/table.ts"
import type { Member } from "#platform/actor.ts"
import { Problem } from "#platform/problem.ts"
import { create, save } from "./editing.ts"

export async function addPost(
  { db, now }: Deps,
  actor: Member,
  { id, ...form }: New<BlogPostForm>,
): Promise<BlogPostRow> {
  const defaults = { publishedAt: now(), updatedAt: now() }
  return db.transaction((tx) => create(tx, actor, "post", { id, form: valuesOf(form), defaults }))
}

/** @throws {Problem} `request.invalid`, `record.unknown`, `record.changed` */
export async function changePost(deps: Deps, actor: Member, id: BlogPostId, form: BlogPostForm): Promise<BlogPostRow> {
  return save(deps, actor, { kind: "post", id, version: form.version }, valuesOf(form))
}

/** Missing optional fields become null; missing fields with a default stay unchanged. */
function valuesOf({ title, excerpt, content, author, featured, publishedAt, ...form }: BlogPostForm) {
  return {
    title,
    excerpt,
    content,
    author,
    authorImageUrl: form.authorImageUrl || null,
    category: form.category ?? null,
    imageUrl: form.imageUrl || null,
    ...(featured !== undefined && { featured }),
    ...(publishedAt !== undefined && { publishedAt: publishedAt === null ? null : parseTime(publishedAt) }),
  }
}

/** The driver maps two-digit years to this century, and PostgreSQL's calendar has no year 0. */
const FIRST_YEAR = 100

function parseTime(instant: string): Date {
  const time = new Date(instant)
  if (time.getUTCFullYear() >= FIRST_YEAR) return time
  throw new Problem("request.invalid", { fields: { publishedAt: "instant.invalid" } })
}
