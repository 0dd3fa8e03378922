import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  displayName,
  type StudyGroupMemberRow,
  type StudyGroupPostRow,
  type StudyGroupReportRow,
  studyGroupMembers,
  studyGroupPosts,
  studyGroupReports,
  studyGroupTexts,
} from "#features/groups/table.ts"
import { birthYears } from "#features/safeguarding/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"

interface AdminQuery {
  readonly sort: "newest" | "oldest"
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
}

function is(condition: SQL, expected: boolean | undefined): SQL | undefined {
  if (expected === undefined) return undefined
  return expected ? condition : sql`not (${condition})`
}

const MEMBERS: ListDefinition<typeof studyGroupMembers, AdminQuery["sort"]> = {
  table: studyGroupMembers,
  id: studyGroupMembers.id,
  sorts: {
    newest: { by: studyGroupMembers.joinedAt, type: "timestamptz", direction: "down" },
    oldest: { by: studyGroupMembers.joinedAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold((select ${displayName(users)} from ${users} where ${users.id} = ${studyGroupMembers.userId}))`,
}

type MemberQuery = AdminQuery & { readonly isRemoved?: boolean | undefined }

export function paginateMembers(db: Db, groupId: string, { isRemoved, ...query }: MemberQuery) {
  const filters = [
    eq(studyGroupMembers.groupId, groupId),
    is(sql`${studyGroupMembers.removedAt} is not null`, isRemoved),
  ]
  return paginate(db, MEMBERS, { ...query, filters })
}

export async function peopleOf(db: Db, userIds: readonly string[]) {
  const rows = await db
    .select({ id: users.id, name: displayName(users), birthYear: birthYears.birthYear })
    .from(users)
    .leftJoin(birthYears, eq(birthYears.userId, users.id))
    .where(inArray(users.id, [...userIds]))
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

function isMemberOf(groupId: string, userId: string) {
  return and(eq(studyGroupMembers.groupId, groupId), eq(studyGroupMembers.userId, userId))
}

export async function findMember(tx: Tx, groupId: string, userId: string): Promise<StudyGroupMemberRow | undefined> {
  const [row] = await tx.select().from(studyGroupMembers).where(isMemberOf(groupId, userId))
  return row
}

type MemberRemoval = Pick<StudyGroupMemberRow, "removedAt" | "removedReason">

export async function setMemberRemoved(tx: Tx, groupId: string, userId: string, removal: MemberRemoval): Promise<void> {
  await tx.update(studyGroupMembers).set(removal).where(isMemberOf(groupId, userId))
}

/** The member may join again. */
export async function deleteRemoval(tx: Tx, groupId: string, userId: string): Promise<void> {
  await tx.delete(studyGroupMembers).where(and(isMemberOf(groupId, userId), isNotNull(studyGroupMembers.removedAt)))
}

const POSTS: ListDefinition<typeof studyGroupPosts, AdminQuery["sort"]> = {
  table: studyGroupPosts,
  id: studyGroupPosts.id,
  sorts: {
    newest: { by: studyGroupPosts.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: studyGroupPosts.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${studyGroupPosts.message})`,
}

export function paginatePosts(db: Db, groupId: string, { isRemoved, ...query }: MemberQuery) {
  const filters = [eq(studyGroupPosts.groupId, groupId), is(sql`${studyGroupPosts.removedAt} is not null`, isRemoved)]
  return paginate(db, POSTS, { ...query, filters })
}

export async function lockPost(tx: Tx, id: string): Promise<StudyGroupPostRow | undefined> {
  const [row] = await tx.select().from(studyGroupPosts).where(eq(studyGroupPosts.id, id)).for("no key update")
  return row
}

type Removal = Pick<StudyGroupPostRow, "removedAt" | "removedBy" | "removedReason">

export async function setPostRemoval(tx: Tx, id: string, removal: Removal): Promise<StudyGroupPostRow> {
  const [row] = await tx.update(studyGroupPosts).set(removal).where(eq(studyGroupPosts.id, id)).returning()
  return row as StudyGroupPostRow
}

const REPORTS: ListDefinition<typeof studyGroupReports, AdminQuery["sort"]> = {
  table: studyGroupReports,
  id: studyGroupReports.id,
  sorts: {
    newest: { by: studyGroupReports.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: studyGroupReports.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${studyGroupReports.quote})`,
}

export function paginateReports(
  db: Db,
  { isSettled, ...query }: AdminQuery & { readonly isSettled?: boolean | undefined },
) {
  const isOpen = sql`${studyGroupReports.settledAt} is null`
  return paginate(db, REPORTS, { ...query, filters: [is(isOpen, isSettled === undefined ? undefined : !isSettled)] })
}

const [authors, reporters] = [alias(users, "authors"), alias(users, "reporters")]

export async function contextOf(db: Db | Tx, reports: readonly StudyGroupReportRow[]) {
  const rows = await db
    .select({
      id: studyGroupReports.id,
      groupName: studyGroupTexts.name,
      authorName: sql<string | null>`case when ${authors.id} is not null then ${displayName(authors)} end`,
      reporterName: sql<string | null>`case when ${reporters.id} is not null then ${displayName(reporters)} end`,
      isPostRemoved: sql<boolean>`${studyGroupPosts.removedAt} is not null`,
      isAuthorRemoved: sql<boolean>`${studyGroupMembers.removedAt} is not null`,
    })
    .from(studyGroupReports)
    .innerJoin(
      studyGroupTexts,
      and(eq(studyGroupTexts.groupId, studyGroupReports.groupId), eq(studyGroupTexts.language, "en")),
    )
    .leftJoin(authors, eq(authors.id, studyGroupReports.authorId))
    .leftJoin(reporters, eq(reporters.id, studyGroupReports.reporterId))
    .leftJoin(studyGroupPosts, eq(studyGroupPosts.id, studyGroupReports.postId))
    .leftJoin(
      studyGroupMembers,
      and(
        eq(studyGroupMembers.groupId, studyGroupReports.groupId),
        eq(studyGroupMembers.userId, studyGroupReports.authorId),
      ),
    )
    .where(
      inArray(
        studyGroupReports.id,
        reports.map(({ id }) => id),
      ),
    )
  return new Map(rows.map(({ id, ...context }) => [id, context]))
}

/** @returns undefined when it is unknown or already so */
export async function setReportSettled(
  tx: Tx,
  id: string,
  settledAt: Date | null,
): Promise<StudyGroupReportRow | undefined> {
  const isOther = settledAt ? isNull(studyGroupReports.settledAt) : isNotNull(studyGroupReports.settledAt)
  const [row] = await tx
    .update(studyGroupReports)
    .set({ settledAt })
    .where(and(eq(studyGroupReports.id, id), isOther))
    .returning()
  return row
}

export async function findReport(tx: Tx, id: string): Promise<StudyGroupReportRow | undefined> {
  const [row] = await tx.select().from(studyGroupReports).where(eq(studyGroupReports.id, id))
  return row
}

export async function countReportsSettledBefore(db: Db, before: Date): Promise<number> {
  return db.$count(studyGroupReports, lt(studyGroupReports.settledAt, before))
}

export async function deleteReportsSettledBefore(db: Db, before: Date): Promise<void> {
  await db.delete(studyGroupReports).where(lt(studyGroupReports.settledAt, before))
}
