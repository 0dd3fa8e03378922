import type { SentEmails } from "@haitech/contract/admin/emails"
import type { ContactId, MembershipId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { findMembership } from "#features/outreach/queries/admin.ts"
import { findSentEmails } from "#platform/mail/sent-emails.ts"
import { Problem } from "#platform/problem.ts"
import { requireContact } from "./replies.ts"

/** @throws {Problem} `record.unknown` */
export async function emailsToMember({ db }: Pick<Deps, "db">, id: MembershipId): Promise<SentEmails> {
  const membership = await findMembership(db, id)
  if (!membership) throw new Problem("record.unknown")
  return findSentEmails(db, membership.email)
}

/** @throws {Problem} `contact.unknown` */
export async function emailsToSender({ db }: Pick<Deps, "db">, id: ContactId): Promise<SentEmails> {
  const { email } = await requireContact({ db }, id)
  return findSentEmails(db, email)
}
