import { and, eq, getColumns, ne, sql } from "drizzle-orm"
import { birthYears, guardianConsents, safeguardingEntries, safeguardingStaff } from "#features/safeguarding/table.ts"
import type { Tx } from "#platform/db/client.ts"

/** Of a case the person's own words; of a consent that somebody gave as a guardian, all but whose it is. */
export async function exportSafeguarding(
  db: Tx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
) {
  const isGuardian = email ? eq(sql`lower(${guardianConsents.guardianEmail})`, email.toLowerCase()) : sql`false`
  const { kind, text, createdAt } = safeguardingEntries
  const { userId: _child, ...given } = getColumns(guardianConsents)
  const own = await db.select().from(guardianConsents).where(eq(guardianConsents.userId, userId))
  return {
    birth_years: await db.select().from(birthYears).where(eq(birthYears.userId, userId)),
    guardian_consents: [...own, ...(await db.select(given).from(guardianConsents).where(isGuardian))],
    safeguarding_staff: await db
      .select({ createdAt: safeguardingStaff.createdAt })
      .from(safeguardingStaff)
      .where(eq(safeguardingStaff.userId, userId)),
    safeguarding_entries: await db
      .select({ kind, text, createdAt })
      .from(safeguardingEntries)
      .where(and(eq(safeguardingEntries.authorId, userId), ne(safeguardingEntries.role, "staff"))),
  }
}
