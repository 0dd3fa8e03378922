import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { chatMessages } from "#features/chat/table.ts"
import { type HelpRequestRow, helpRequests } from "#features/learning/table/help.ts"
import { courses, lessons } from "#features/learning/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"

type Sort = "oldest" | "newest"

const HELP_REQUESTS: ListDefinition<typeof helpRequests, Sort> = {
  table: helpRequests,
  id: helpRequests.id,
  sorts: {
    oldest: { by: helpRequests.createdAt, type: "timestamptz", direction: "up" },
    newest: { by: helpRequests.createdAt, type: "timestamptz", direction: "down" },
  },
  search: sql`fold(${helpRequests.question})`,
}

interface Query {
  readonly sort: Sort
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly isResolved?: boolean | undefined
}

export function paginateHelpRequests(db: Db, { isResolved, ...query }: Query) {
  const { resolvedAt } = helpRequests
  const state = isResolved === undefined ? undefined : isResolved ? isNotNull(resolvedAt) : isNull(resolvedAt)
  return paginate(db, HELP_REQUESTS, { ...query, filters: [state] })
}

export async function contextOf(db: Db, ids: readonly string[]) {
  const name = sql<string>`coalesce(nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), ''), ${users.username}, '')`
  const rows = await db
    .select({
      id: helpRequests.id,
      memberName: name,
      courseTitle: courses.title,
      courseSlug: courses.slug,
      lessonTitle: lessons.title,
      lessonSlug: lessons.slug,
      threadId: chatMessages.threadId,
    })
    .from(helpRequests)
    .innerJoin(users, eq(users.id, helpRequests.userId))
    .innerJoin(lessons, eq(lessons.id, helpRequests.lessonId))
    .innerJoin(courses, eq(courses.id, helpRequests.courseId))
    .leftJoin(chatMessages, eq(chatMessages.id, helpRequests.messageId))
    .where(inArray(helpRequests.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

export async function insertHelpRequest(
  tx: Tx,
  row: typeof helpRequests.$inferInsert,
): Promise<HelpRequestRow | undefined> {
  const [stored] = await tx.insert(helpRequests).values(row).onConflictDoNothing().returning()
  return stored
}

export async function findHelpRequest(db: Db, id: string, userId: string): Promise<HelpRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(helpRequests)
    .where(and(eq(helpRequests.id, id), eq(helpRequests.userId, userId)))
  return row
}

export async function lockHelpRequest(tx: Tx, id: string): Promise<HelpRequestRow | undefined> {
  const [row] = await tx.select().from(helpRequests).where(eq(helpRequests.id, id)).for("no key update")
  return row
}

export async function setResolved(tx: Tx, id: string, resolvedAt: Date | null): Promise<void> {
  await tx.update(helpRequests).set({ resolvedAt }).where(eq(helpRequests.id, id))
}

export async function findPublishedLesson(db: Db, id: string) {
  const [row] = await db
    .select({ id: lessons.id, courseId: lessons.courseId, lesson: lessons.title, course: courses.title })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.id, id), eq(lessons.isPublished, true), eq(courses.isPublished, true)))
  return row
}
