import { hasContactDetails } from "@haitech/contract/contact-details"
import type { Language } from "@haitech/contract/languages"
import { POST_ROWS } from "@haitech/contract/study-groups"
import type { Deps } from "#deps.ts"
import { requireUserForUpdate } from "#features/accounts/service/account.ts"
import { lockGroup } from "#features/groups/queries/groups.ts"
import {
  addPost,
  deleteBlock,
  deletePostOf,
  insertBlock,
  insertReport,
  lockPostOfAnother,
  type NamedPost,
  postByClientId,
  postsFor,
} from "#features/groups/queries/posts.ts"
import type { StudyGroupPostRow } from "#features/groups/table.ts"
import { openCase } from "#features/safeguarding/service/reports.ts"
import type { Member } from "#platform/actor.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { holdPeople, requireParticipation, requireReader, requireWriter } from "./membership.ts"

/** A device that was offline sends its posts one after the other. */
const POST_LIMIT = { name: "group.post", limit: 30, windowSeconds: 300 }
const REPORT_LIMIT = { name: "group.report", limit: 30, windowSeconds: 3600 }

type BoardDeps = Pick<Deps, "db" | "limiter" | "now">

interface Reader {
  readonly actor: Pick<Member, "id">
  readonly language: Language
}

interface Board {
  readonly posts: readonly NamedPost[]
  readonly mentorId: string | null
}

/** @throws {Problem} those of `requireReader` */
export async function readPosts(
  { db, now }: BoardDeps,
  reader: Reader,
  groupId: string,
  cursors: { readonly after?: number | undefined; readonly before?: number | undefined },
): Promise<Board> {
  const { view, hasMentor } = await requireReader(db, groupId, reader, now())
  const posts = await postsFor(db, { groupId, userId: reader.actor.id }, { ...cursors, limit: POST_ROWS })
  return { posts, mentorId: hasMentor ? view.group.mentorId : null }
}

/**
 * Idempotent by `id`. A post with contact details is stored and reported to the administrators; the others see it without them.
 * @throws {Problem} those of `requireWriter`, `rate.limited`, `request.invalid` for the id of another post
 */
export async function sendPost(
  { db, limiter, now }: BoardDeps,
  reader: Reader,
  groupId: string,
  { id: clientId, message }: { readonly id: string; readonly message: string },
): Promise<Board> {
  const { id: authorId } = reader.actor
  await limiter.take(POST_LIMIT, authorId)
  return db.transaction(async (tx) => {
    const { firstName } = await requireUserForUpdate(tx, authorId)
    const group = await lockGroup(tx, groupId)
    if (!group) throw new Problem("group.unknown")
    await holdPeople(tx, group, authorId)
    const existing = await postByClientId(tx, authorId, clientId)
    if (existing && (existing.groupId !== groupId || existing.message !== message)) {
      throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
    }
    const { hasMentor } = await (existing ? requireParticipation : requireWriter)(tx, groupId, reader, now())
    const mentorId = hasMentor ? group.mentorId : null
    if (existing) return { posts: [{ ...existing, firstName }], mentorId }
    const post = await addPost(tx, group, { authorId, clientId, message, createdAt: now() })
    if (hasContactDetails(message)) await insertReport(tx, { ...subjectOf(post), source: "detector" })
    return { posts: [{ ...post, firstName }], mentorId }
  })
}

/** @throws {Problem} `record.unknown` */
export async function deletePost(
  { db }: Pick<Deps, "db">,
  actor: Pick<Member, "id">,
  { id, postId }: { readonly id: string; readonly postId: string },
): Promise<void> {
  if (!(await deletePostOf(db, actor.id, id, postId))) throw new Problem("record.unknown")
}

interface PostOfAnother {
  readonly id: string
  readonly postId: string
}

/** Also opens a case. Again, it is the same report. @throws {Problem} `record.unknown`, `rate.limited`, those of `requireReader` */
export async function reportPost(deps: BoardDeps, reader: Reader, target: PostOfAnother, reason: string) {
  const { id: reporterId } = reader.actor
  await withPostOfAnother(deps, reader, target, async (tx, post) => {
    if (!(await insertReport(tx, { ...subjectOf(post), reporterId, reason }))) return
    const subject = { subjectKind: "post", subjectId: post.id, category: "other" } as const
    await openCase(tx, { ...subject, role: "member", reporterId, text: reason, quote: post.message }, deps.now())
  })
}

/** @throws {Problem} `record.unknown`, `rate.limited`, those of `requireReader` */
export async function hideAuthorOf(deps: BoardDeps, reader: Reader, target: PostOfAnother): Promise<void> {
  await withPostOfAnother(deps, reader, target, (tx, post) => insertBlock(tx, reader.actor.id, post.authorId))
}

/** @throws {Problem} `record.unknown` */
export async function showAgain({ db }: Pick<Deps, "db">, actor: Pick<Member, "id">, id: string): Promise<void> {
  if (!(await deleteBlock(db, actor.id, id))) throw new Problem("record.unknown")
}

async function withPostOfAnother(
  { db, limiter, now }: BoardDeps,
  reader: Reader,
  { id: groupId, postId }: PostOfAnother,
  write: (tx: Tx, post: StudyGroupPostRow) => Promise<void>,
): Promise<void> {
  const { id: userId } = reader.actor
  await limiter.take(REPORT_LIMIT, userId)
  await db.transaction(async (tx) => {
    await requireUserForUpdate(tx, userId)
    await requireReader(tx, groupId, reader, now())
    const post = await lockPostOfAnother(tx, { groupId, postId, userId })
    if (!post) throw new Problem("record.unknown")
    await write(tx, post)
  })
}

function subjectOf({ id, groupId, authorId, message }: StudyGroupPostRow) {
  return { postId: id, groupId, authorId, quote: message }
}
