import type { MembershipId } from "@haitech/contract/ids"
import { eq, sql } from "drizzle-orm"
import { memberships, type NewsletterChoiceRow, newsletterChoices } from "#features/outreach/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function setNewsletterChoice(tx: Tx, id: MembershipId, choice: NewsletterChoiceRow): Promise<void> {
  const updatedAt = sql`${memberships.updatedAt}`
  await tx
    .update(memberships)
    .set({ ...choice, updatedAt })
    .where(eq(memberships.id, id))
}

export function findStoredChoices(db: Db | Tx, addressHashes: readonly string[]) {
  const { addressHash, newsletterTopics, newslettersEnded, newslettersEndedAt } = newsletterChoices
  return db
    .select({ addressHash, newsletterTopics, newslettersEnded, newslettersEndedAt })
    .from(newsletterChoices)
    .where(sql`${addressHash} = any(${sql.param(addressHashes)})`)
    .orderBy(addressHash)
    .prepare("newsletter_choices_stored")
    .execute()
}

export async function storeChoice(tx: Tx, addressHash: string, choice: NewsletterChoiceRow): Promise<void> {
  await tx
    .insert(newsletterChoices)
    .values({ addressHash, ...choice })
    .onConflictDoUpdate({ target: newsletterChoices.addressHash, set: choice })
}

export async function deleteStoredChoice(tx: Tx, addressHash: string): Promise<void> {
  await tx.delete(newsletterChoices).where(eq(newsletterChoices.addressHash, addressHash))
}
