import { eq, sql } from "drizzle-orm"
import type { Tx } from "#platform/db/client.ts"
import { volunteerApplications } from "./table.ts"

export async function deleteApplicationsOf(tx: Tx, email: string): Promise<void> {
  await tx.delete(volunteerApplications).where(eq(sql`lower(${volunteerApplications.email})`, email.toLowerCase()))
}
