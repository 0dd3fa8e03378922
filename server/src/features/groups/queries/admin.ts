import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { mayBeTutor } from "#features/appointments/table/slots.ts"
import {
  displayName,
  type StudyGroupRow,
  type StudyGroupTextRow,
  studyGroupReports,
  studyGroups,
  studyGroupTexts,
} from "#features/groups/table.ts"
import { screenings } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"

type Insert = typeof studyGroups.$inferInsert

export async function insertGroup(tx: Tx, values: Insert): Promise<StudyGroupRow | undefined> {
  const [row] = await tx.insert(studyGroups).values(values).onConflictDoNothing({ target: studyGroups.id }).returning()
  return row
}

export async function updateGroupRow(tx: Tx, id: string, values: Partial<Insert>): Promise<StudyGroupRow> {
  const [row] = await tx.update(studyGroups).set(values).where(eq(studyGroups.id, id)).returning()
  return row as StudyGroupRow
}

type Text = Omit<StudyGroupTextRow, "groupId">

export async function insertTexts(tx: Tx, groupId: string, texts: readonly Text[]): Promise<void> {
  await tx.insert(studyGroupTexts).values(texts.map((text) => ({ ...text, groupId })))
}

export async function replaceTexts(tx: Tx, groupId: string, texts: readonly Text[]): Promise<void> {
  await tx.delete(studyGroupTexts).where(eq(studyGroupTexts.groupId, groupId))
  await insertTexts(tx, groupId, texts)
}

/** Locks the account, so that its role stays until the transaction ends. */
export async function lockMentor(tx: Tx, userId: string): Promise<{ readonly mayBeMentor: boolean } | undefined> {
  const [row] = await tx
    .select({ mayBeMentor: sql<boolean>`${mayBeTutor}` })
    .from(users)
    .where(eq(users.id, userId))
    .for("share")
  return row
}

export function textsOf(db: Db | Tx, groupIds: string[]) {
  return db
    .select()
    .from(studyGroupTexts)
    .where(inArray(studyGroupTexts.groupId, groupIds))
    .orderBy(asc(studyGroupTexts.groupId))
}

interface GroupQuery {
  readonly sort: "newest" | "oldest"
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly isClosed?: boolean | undefined
}

const MAX_MENTORS = 500

export function mentors(db: Db) {
  return db
    .select({ userId: users.id, name: displayName(users), screenedUntil: screenings.screenedUntil })
    .from(users)
    .leftJoin(screenings, eq(screenings.userId, users.id))
    .where(mayBeTutor)
    .orderBy(asc(displayName(users)), asc(users.id))
    .limit(MAX_MENTORS)
}

const GROUPS: ListDefinition<typeof studyGroups, GroupQuery["sort"]> = {
  table: studyGroups,
  id: studyGroups.id,
  sorts: {
    newest: { by: studyGroups.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: studyGroups.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold((select string_agg(found.name, ' ') from ${studyGroupTexts} found
    where found.group_id = ${studyGroups.id}))`,
}

export function paginateGroups(db: Db, { isClosed, ...query }: GroupQuery) {
  const filter =
    isClosed === undefined ? undefined : isClosed ? isNotNull(studyGroups.closedAt) : isNull(studyGroups.closedAt)
  return paginate(db, GROUPS, { ...query, filters: [filter] })
}

interface Mentor {
  readonly name: string
  readonly isActive: boolean
  readonly screenedUntil: Date | null
}

export interface GroupDetails {
  readonly texts: readonly StudyGroupTextRow[]
  readonly mentors: ReadonlyMap<string, Mentor>
  readonly openReports: ReadonlyMap<string, number>
}

export async function detailsOf(db: Db, groups: readonly StudyGroupRow[]): Promise<GroupDetails> {
  const ids = groups.map(({ id }) => id)
  const mentorIds = groups.flatMap(({ mentorId }) => mentorId ?? [])
  const [texts, mentors, reports] = await Promise.all([
    textsOf(db, ids),
    db
      .select({
        id: users.id,
        name: displayName(users),
        isActive: sql<boolean>`${mayBeTutor}`,
        screenedUntil: screenings.screenedUntil,
      })
      .from(users)
      .leftJoin(screenings, eq(screenings.userId, users.id))
      .where(inArray(users.id, mentorIds)),
    db
      .select({ id: studyGroupReports.groupId, count: count() })
      .from(studyGroupReports)
      .where(and(inArray(studyGroupReports.groupId, ids), isNull(studyGroupReports.settledAt)))
      .groupBy(studyGroupReports.groupId),
  ])
  return {
    texts,
    mentors: new Map(mentors.map((mentor) => [mentor.id, mentor])),
    openReports: new Map(reports.map((report) => [report.id, report.count])),
  }
}
