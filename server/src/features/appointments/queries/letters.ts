import { and, desc, eq, isNull, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type VolunteerLetterRow, volunteerLetters } from "#features/appointments/table/letters.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

type Sort = "newest" | "oldest"

const LETTERS: ListDefinition<typeof volunteerLetters, Sort> = {
  table: volunteerLetters,
  id: volunteerLetters.id,
  sorts: {
    newest: { by: volunteerLetters.issuedAt, type: "timestamptz", direction: "down" },
    oldest: { by: volunteerLetters.issuedAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${volunteerLetters.name} || ' ' || ${volunteerLetters.code})`,
}

export function paginateLetters(db: Db, query: Omit<ListQuery<Sort>, "filters">) {
  return paginate(db, LETTERS, query)
}

export async function findLetterByCode(db: Db, code: string): Promise<VolunteerLetterRow | undefined> {
  const [row] = await db.select().from(volunteerLetters).where(eq(volunteerLetters.code, code))
  return row
}

export async function lettersOf(db: Db, userId: string): Promise<VolunteerLetterRow[]> {
  return db
    .select()
    .from(volunteerLetters)
    .where(eq(volunteerLetters.userId, userId))
    .orderBy(desc(volunteerLetters.issuedAt), desc(volunteerLetters.id))
}

export async function nameOf(tx: Tx, userId: string): Promise<string> {
  const [row] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return [row?.firstName, row?.lastName].filter(Boolean).join(" ")
}

export type LetterContent = Omit<VolunteerLetterRow, "id" | "code" | "issuedAt" | "revokedAt" | "revokedReason">

/** @returns the letter with this content, which may be an earlier one */
export async function insertLetter(tx: Tx, code: string, content: LetterContent): Promise<VolunteerLetterRow> {
  const [stored] = await tx
    .insert(volunteerLetters)
    .values({ code, ...content })
    .onConflictDoNothing()
    .returning()
  const row = stored ?? (await findSame(tx, content))
  if (!row) throw new Error("a letter was neither stored nor found")
  return row
}

async function findSame(tx: Tx, content: LetterContent): Promise<VolunteerLetterRow | undefined> {
  const { userId, fromDay, untilDay, language, name, role, minutes, sessions } = volunteerLetters
  const [row] = await tx
    .select()
    .from(volunteerLetters)
    .where(
      and(
        eq(userId, content.userId),
        eq(fromDay, content.fromDay),
        eq(untilDay, content.untilDay),
        eq(language, content.language),
        eq(name, content.name),
        eq(role, content.role),
        eq(minutes, content.minutes),
        eq(sessions, content.sessions),
      ),
    )
  return row
}

/** @returns undefined when there is none, or it was revoked before */
export async function setLetterRevoked(
  tx: Tx,
  id: string,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<VolunteerLetterRow | undefined> {
  const [row] = await tx
    .update(volunteerLetters)
    .set({ revokedAt: at, revokedReason: reason })
    .where(and(eq(volunteerLetters.id, id), isNull(volunteerLetters.revokedAt)))
    .returning()
  return row
}

export async function letterExists(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ id: volunteerLetters.id }).from(volunteerLetters).where(eq(volunteerLetters.id, id))
  return row !== undefined
}
