import { SENT_EMAILS_SHOWN, type SentEmails } from "@haitech/contract/admin/emails"
import type { Language } from "@haitech/contract/languages"
import { desc, eq, lt, sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { nameOf } from "#platform/error-name.ts"
import type { Log } from "#platform/log.ts"
import { cutoffOf } from "#platform/retention/periods.ts"
import { sentEmails } from "./table.ts"

interface Email {
  readonly key: string
  readonly to: string
  readonly language: Language
  readonly subject: string
  readonly isUnlisted?: boolean | undefined
}

interface Mail<Sent extends Email> {
  send(email: Sent): Promise<void>
}

interface ListDeps {
  readonly db: Db
  readonly log: Log
  readonly now: () => Date
}

/** Lists each email once the mail server has it. If that fails the job still succeeds: a retry would send it twice. */
export function withList<Sent extends Email>(mail: Mail<Sent>, { db, log, now }: ListDeps): Mail<Sent> {
  return {
    async send(email) {
      await mail.send(email)
      if (!email.isUnlisted)
        await insertSentEmail(db, email, now()).catch((error: Error) =>
          log.warn({ error: nameOf(error.cause ?? error) }, "sent email not listed"),
        )
    },
  }
}

async function insertSentEmail(db: Db, { key, to, subject, language }: Email, sentAt: Date): Promise<void> {
  const row = { key, address: lowerCase(to), subject, language, sentAt }
  await db.insert(sentEmails).values(row).onConflictDoNothing({ target: sentEmails.key })
}

export async function findSentEmails(db: Db, address: string): Promise<SentEmails> {
  const { id, subject, language, sentAt } = sentEmails
  const rows = await db
    .select({ id, subject, language, sentAt })
    .from(sentEmails)
    .where(isTo(address))
    .orderBy(desc(sentAt), desc(id))
    .limit(SENT_EMAILS_SHOWN)
  return { address, emails: rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() })) }
}

export async function eraseSentEmails(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (email) await tx.delete(sentEmails).where(isTo(email))
}

export async function sweepSentEmails(deps: Omit<ListDeps, "log">): Promise<void> {
  await deps.db.delete(sentEmails).where(lt(sentEmails.sentAt, await cutoffOf(deps, "sent_emails")))
}

export async function countSentEmails(db: Db, before: Date): Promise<number> {
  return db.$count(sentEmails, lt(sentEmails.sentAt, before))
}

function isTo(address: string) {
  return eq(sentEmails.address, lowerCase(address))
}

/** By the database, which compares the addresses of accounts in the same way. */
function lowerCase(address: string) {
  return sql<string>`lower(${address})`
}
