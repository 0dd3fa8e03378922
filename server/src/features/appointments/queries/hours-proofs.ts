import { and, desc, eq, isNull, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type HoursProofRow, hoursProofs } from "#features/appointments/table/hours-proofs.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

type Sort = "newest" | "oldest"

const PROOFS: ListDefinition<typeof hoursProofs, Sort> = {
  table: hoursProofs,
  id: hoursProofs.id,
  sorts: {
    newest: { by: hoursProofs.issuedAt, type: "timestamptz", direction: "down" },
    oldest: { by: hoursProofs.issuedAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${hoursProofs.name} || ' ' || ${hoursProofs.code})`,
}

export function paginateProofs(db: Db, query: Omit<ListQuery<Sort>, "filters">) {
  return paginate(db, PROOFS, query)
}

export async function findProofByCode(db: Db, code: string): Promise<HoursProofRow | undefined> {
  const [row] = await db.select().from(hoursProofs).where(eq(hoursProofs.code, code))
  return row
}

export async function proofsOf(db: Db, userId: string): Promise<HoursProofRow[]> {
  return db
    .select()
    .from(hoursProofs)
    .where(eq(hoursProofs.userId, userId))
    .orderBy(desc(hoursProofs.issuedAt), desc(hoursProofs.id))
}

export async function nameOf(tx: Tx, userId: string): Promise<string> {
  const [row] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return [row?.firstName, row?.lastName].filter(Boolean).join(" ")
}

export type ProofContent = Omit<HoursProofRow, "id" | "code" | "issuedAt" | "revokedAt" | "revokedReason">

/** @returns the proof with this content, which may be an earlier one */
export async function insertProof(tx: Tx, code: string, content: ProofContent): Promise<HoursProofRow> {
  const [stored] = await tx
    .insert(hoursProofs)
    .values({ code, ...content })
    .onConflictDoNothing()
    .returning()
  const row = stored ?? (await findSame(tx, content))
  if (!row) throw new Error("a proof was neither stored nor found")
  return row
}

async function findSame(tx: Tx, content: ProofContent): Promise<HoursProofRow | undefined> {
  const { userId, fromDay, untilDay, language, name, role, minutes, sessions } = hoursProofs
  const [row] = await tx
    .select()
    .from(hoursProofs)
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
export async function setProofRevoked(
  tx: Tx,
  id: string,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<HoursProofRow | undefined> {
  const [row] = await tx
    .update(hoursProofs)
    .set({ revokedAt: at, revokedReason: reason })
    .where(and(eq(hoursProofs.id, id), isNull(hoursProofs.revokedAt)))
    .returning()
  return row
}

export async function proofExists(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ id: hoursProofs.id }).from(hoursProofs).where(eq(hoursProofs.id, id))
  return row !== undefined
}
