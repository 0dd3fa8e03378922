import { and, asc, desc, eq, getColumns, gt, isNull, lt, ne, notExists, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import {
  type StudyGroupPostRow,
  type StudyGroupReportRow,
  type StudyGroupRow,
  studyGroupBlocks,
  studyGroupPosts,
  studyGroupReports,
  studyGroups,
} from "#features/groups/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

interface Window {
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export type NamedPost = StudyGroupPostRow & { readonly firstName: string | null }

const namedPost = { ...getColumns(studyGroupPosts), firstName: users.firstName }

/** Oldest first: the first ones after `after`, else the last ones. Without posts of members whom the reader hides. */
export async function postsFor(
  db: Db,
  { groupId, userId }: { readonly groupId: string; readonly userId: string },
  { after, before, limit }: Window,
): Promise<NamedPost[]> {
  const isForward = after !== undefined
  const rows = await db
    .select(namedPost)
    .from(studyGroupPosts)
    .innerJoin(users, eq(users.id, studyGroupPosts.authorId))
    .where(
      and(
        eq(studyGroupPosts.groupId, groupId),
        isForward ? gt(studyGroupPosts.sequence, after) : undefined,
        before === undefined ? undefined : lt(studyGroupPosts.sequence, before),
        notExists(
          db
            .select({ one: sql`1` })
            .from(studyGroupBlocks)
            .where(and(eq(studyGroupBlocks.userId, userId), eq(studyGroupBlocks.hiddenId, studyGroupPosts.authorId))),
        ),
      ),
    )
    .orderBy(isForward ? asc(studyGroupPosts.sequence) : desc(studyGroupPosts.sequence))
    .limit(limit)
  return isForward ? rows : rows.toReversed()
}

export async function postByClientId(
  tx: Tx,
  authorId: string,
  clientId: string,
): Promise<StudyGroupPostRow | undefined> {
  const [row] = await tx
    .select()
    .from(studyGroupPosts)
    .where(and(eq(studyGroupPosts.authorId, authorId), eq(studyGroupPosts.clientId, clientId)))
  return row
}

type NewPost = Pick<StudyGroupPostRow, "authorId" | "clientId" | "message" | "createdAt">

/** Appends to a group that the caller has locked. */
export async function addPost(tx: Tx, group: StudyGroupRow, post: NewPost): Promise<StudyGroupPostRow> {
  const sequence = group.lastSequence + 1
  await tx.update(studyGroups).set({ lastSequence: sequence }).where(eq(studyGroups.id, group.id))
  const [row] = await tx
    .insert(studyGroupPosts)
    .values({ ...post, groupId: group.id, sequence })
    .returning()
  return row as StudyGroupPostRow
}

/** A post that an administrator removed stays. */
export async function deletePostOf(db: Db, authorId: string, groupId: string, id: string): Promise<boolean> {
  const isOwn = and(eq(studyGroupPosts.authorId, authorId), eq(studyGroupPosts.groupId, groupId))
  const rows = await db
    .delete(studyGroupPosts)
    .where(and(eq(studyGroupPosts.id, id), isOwn, isNull(studyGroupPosts.removedAt)))
    .returning({ id: studyGroupPosts.id })
  return rows.length > 0
}

/** @returns a shown post of somebody else */
export async function lockPostOfAnother(
  tx: Tx,
  { groupId, postId, userId }: { readonly groupId: string; readonly postId: string; readonly userId: string },
): Promise<StudyGroupPostRow | undefined> {
  const [row] = await tx
    .select()
    .from(studyGroupPosts)
    .where(
      and(
        eq(studyGroupPosts.id, postId),
        eq(studyGroupPosts.groupId, groupId),
        ne(studyGroupPosts.authorId, userId),
        isNull(studyGroupPosts.removedAt),
      ),
    )
    .for("key share")
  return row
}

type NewReport = Pick<StudyGroupReportRow, "groupId" | "postId" | "authorId" | "quote"> &
  Partial<Pick<StudyGroupReportRow, "reporterId" | "reason" | "source">>

/** The first report of a post by one member stays. @returns false for a later one */
export async function insertReport(tx: Tx, report: NewReport): Promise<boolean> {
  const { id } = studyGroupReports
  const rows = await tx.insert(studyGroupReports).values(report).onConflictDoNothing().returning({ id })
  return rows.length > 0
}

export async function insertBlock(tx: Tx, userId: string, hiddenId: string): Promise<void> {
  await tx.insert(studyGroupBlocks).values({ userId, hiddenId }).onConflictDoNothing()
}

const MAX_HIDDEN = 500

export function hiddenBy(db: Db, userId: string) {
  return db
    .select({ id: studyGroupBlocks.id, firstName: users.firstName })
    .from(studyGroupBlocks)
    .innerJoin(users, eq(users.id, studyGroupBlocks.hiddenId))
    .where(eq(studyGroupBlocks.userId, userId))
    .orderBy(asc(studyGroupBlocks.createdAt), asc(studyGroupBlocks.id))
    .limit(MAX_HIDDEN)
}

export async function deleteBlock(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(studyGroupBlocks)
    .where(and(eq(studyGroupBlocks.id, id), eq(studyGroupBlocks.userId, userId)))
    .returning({ id: studyGroupBlocks.id })
  return rows.length > 0
}
