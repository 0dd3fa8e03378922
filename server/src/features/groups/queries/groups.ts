import type { Language } from "@haitech/contract/languages"
import { and, asc, eq, getColumns, isNotNull, isNull, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { mayBeTutor } from "#features/appointments/table/slots.ts"
import { type StudyGroupRow, studyGroupMembers, studyGroups, studyGroupTexts } from "#features/groups/table.ts"
import { screenings } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const MAX_GROUPS = 200

const own = alias(screenings, "own_screening")

const view = {
  group: getColumns(studyGroups),
  text: {
    language: studyGroupTexts.language,
    name: studyGroupTexts.name,
    description: studyGroupTexts.description,
  },
  memberId: studyGroupMembers.id,
  removedAt: studyGroupMembers.removedAt,
  mentorFirstName: users.firstName,
  isMentorActive: sql<boolean>`coalesce(${mayBeTutor}, false)`,
  mentorScreenedUntil: screenings.screenedUntil,
  readerScreenedUntil: own.screenedUntil,
}

interface Reader {
  readonly userId: string
  readonly language: Language
}

/** Open groups, and closed ones of which the reader is a member. */
export function groupsFor(db: Db, { userId, language }: Reader) {
  return selectViews(db, { userId, language })
    .where(or(isNull(studyGroups.closedAt), and(isNotNull(studyGroupMembers.id), isNull(studyGroupMembers.removedAt))))
    .orderBy(asc(studyGroups.createdAt), asc(studyGroups.id))
    .limit(MAX_GROUPS)
}

export type GroupView = Awaited<ReturnType<typeof groupsFor>>[number]

export async function groupFor(db: Db | Tx, id: string, reader: Reader): Promise<GroupView | undefined> {
  const [row] = await selectViews(db, reader).where(eq(studyGroups.id, id))
  return row
}

function selectViews(db: Db | Tx, { userId, language }: Reader) {
  return db
    .select({
      ...view,
      isReaderVolunteer: sql<boolean>`exists (select from ${users} where ${users.id} = ${userId} and ${mayBeTutor})`,
    })
    .from(studyGroups)
    .innerJoin(
      studyGroupTexts,
      and(
        eq(studyGroupTexts.groupId, studyGroups.id),
        sql`${studyGroupTexts.language} = coalesce((select own.language from ${studyGroupTexts} own
          where own.group_id = ${studyGroups.id} and own.language = ${language}), 'en')`,
      ),
    )
    .leftJoin(
      studyGroupMembers,
      and(eq(studyGroupMembers.groupId, studyGroups.id), eq(studyGroupMembers.userId, userId)),
    )
    .leftJoin(users, eq(users.id, studyGroups.mentorId))
    .leftJoin(screenings, eq(screenings.userId, studyGroups.mentorId))
    .leftJoin(own, eq(own.userId, userId))
}

export async function lockGroup(tx: Tx, id: string): Promise<StudyGroupRow | undefined> {
  const [row] = await tx.select().from(studyGroups).where(eq(studyGroups.id, id)).for("no key update")
  return row
}

/** @returns false when there is a row already */
export async function insertMember(tx: Tx, groupId: string, userId: string, joinedAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(studyGroupMembers)
    .values({ groupId, userId, joinedAt })
    .onConflictDoNothing()
    .returning({ id: studyGroupMembers.id })
  return rows.length > 0
}

/** @returns whether the user took part until now */
export async function deleteMember(tx: Tx, groupId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(studyGroupMembers)
    .where(and(isMemberOf(groupId, userId), isNull(studyGroupMembers.removedAt)))
    .returning({ id: studyGroupMembers.id })
  return rows.length > 0
}

function isMemberOf(groupId: string, userId: string) {
  return and(eq(studyGroupMembers.groupId, groupId), eq(studyGroupMembers.userId, userId))
}

export async function changeMemberCount(tx: Tx, groupId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(studyGroups)
    .set({ memberCount: sql`${studyGroups.memberCount} + ${by}` })
    .where(eq(studyGroups.id, groupId))
}

export async function lockGroupsOf(tx: Tx, userId: string): Promise<readonly string[]> {
  const rows = await tx
    .select({ id: studyGroups.id })
    .from(studyGroups)
    .innerJoin(studyGroupMembers, eq(studyGroupMembers.groupId, studyGroups.id))
    .where(and(eq(studyGroupMembers.userId, userId), isNull(studyGroupMembers.removedAt)))
    .orderBy(asc(studyGroups.id))
    .for("no key update", { of: studyGroups })
  return rows.map(({ id }) => id)
}
