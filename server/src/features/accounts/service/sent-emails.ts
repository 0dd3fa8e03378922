import type { SentEmails } from "@haitech/contract/admin/emails"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { findUser } from "#features/accounts/queries/users.ts"
import { findSentEmails } from "#platform/mail/sent-emails.ts"
import { Problem } from "#platform/problem.ts"

/** @throws {Problem} `user.unknown` */
export async function emailsToUser({ db }: Pick<Deps, "db">, id: UserId): Promise<SentEmails> {
  const user = await findUser(db, id)
  if (!user) throw new Problem("user.unknown")
  return findSentEmails(db, user.email)
}
