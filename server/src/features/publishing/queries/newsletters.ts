import type { NewsletterCounts } from "@haitech/contract/admin/newsletters"
import type { MembershipId, NewsletterId } from "@haitech/contract/ids"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { firstMinorYear } from "@haitech/contract/safeguarding"
import { and, count, eq, exists, gte, inArray, isNull, not, type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { memberships } from "#features/outreach/table.ts"
import {
  type NewsletterEmailState,
  type NewsletterRow,
  newsletterEmails,
  newsletters,
} from "#features/publishing/table/newsletters.ts"
import { birthYears } from "#features/safeguarding/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

const LIST: ListDefinition<typeof newsletters, "newest"> = {
  table: newsletters,
  id: newsletters.id,
  sorts: { newest: { by: newsletters.id, type: "uuid", direction: "down" } },
  search: sql`fold(${newsletters.subjectEn})`,
  always: isNull(newsletters.deletedAt),
}

export function paginateNewsletters(db: Db, query: ListQuery<"newest">) {
  return paginate(db, LIST, query)
}

export async function findNewsletter(db: Db, id: NewsletterId): Promise<NewsletterRow | undefined> {
  const [row] = await db
    .select()
    .from(newsletters)
    .where(and(eq(newsletters.id, id), isNull(newsletters.deletedAt)))
  return row
}

export async function setNewsletterState(
  tx: Tx,
  id: NewsletterId,
  changes: Partial<NewsletterRow>,
): Promise<NewsletterRow> {
  const [row] = await tx.update(newsletters).set(changes).where(eq(newsletters.id, id)).returning()
  if (!row) throw new Error("the locked newsletter is gone")
  return row
}

const NO_EMAILS: NewsletterCounts = { waiting: 0, sent: 0, failed: 0, bounced: 0, skipped: 0, left: 0 }

export async function countEmails(
  db: Db | Tx,
  ids: readonly NewsletterId[],
): Promise<ReadonlyMap<NewsletterId, NewsletterCounts>> {
  const { newsletterId, state, leftAt } = newsletterEmails
  const rows = await db
    .select({ newsletterId, state, emails: count(), left: count(leftAt) })
    .from(newsletterEmails)
    .where(inArray(newsletterId, [...ids]))
    .groupBy(newsletterId, state)
  const counts = new Map(ids.map((id) => [id, { ...NO_EMAILS }]))
  for (const row of rows) {
    const of = counts.get(row.newsletterId)
    if (!of) continue
    of[row.state === "queued" ? "waiting" : row.state] += row.emails
    of.left += row.left
  }
  return counts
}

type Audience = Pick<NewsletterRow, "topic" | "program" | "contentFr" | "contentHt" | "contentEs">

/** Who gets a newsletter, and in which language: the one rule by which recipients are counted, written and checked. */
function audienceOf(db: Db | Tx, newsletter: Audience, now: Date, only?: MembershipId) {
  const { topic, program } = newsletter
  const isOwnLanguage = inArray(memberships.language, languagesOf(newsletter))
  return db
    .select({
      membershipId: memberships.id,
      language: sql<Language>`case when ${isOwnLanguage} then ${memberships.language} else 'en' end`.as("language"),
    })
    .from(memberships)
    .where(
      and(
        only && eq(memberships.id, only),
        isNull(memberships.deletedAt),
        isNull(memberships.newslettersEnded),
        sql`${topic} = any(${memberships.newsletterTopics})`,
        program ? eq(memberships.program, program) : undefined,
        topic === "giving" ? not(isMinor(db, now)) : undefined,
      ),
    )
}

function languagesOf({ contentFr, contentHt, contentEs }: Audience): Language[] {
  const contents = { en: "", fr: contentFr, ht: contentHt, es: contentEs }
  return LANGUAGES.filter((language) => contents[language] !== null)
}

/** Whether any account with this address is known to be a minor's. */
function isMinor(db: Db | Tx, now: Date): SQL {
  return exists(
    db
      .select({ id: users.id })
      .from(users)
      .innerJoin(birthYears, eq(birthYears.userId, users.id))
      .where(
        and(
          eq(sql`lower(${users.email})`, sql`lower(${memberships.email})`),
          gte(birthYears.birthYear, firstMinorYear(now)),
        ),
      ),
  )
}

export async function countAudience(
  db: Db,
  newsletter: Audience,
  now: Date,
): Promise<Readonly<Record<Language, number>>> {
  const audience = audienceOf(db, newsletter, now).as("audience")
  const rows = await db
    .select({ language: audience.language, members: count() })
    .from(audience)
    .groupBy(audience.language)
  return { en: 0, fr: 0, ht: 0, es: 0, ...Object.fromEntries(rows.map(({ language, members }) => [language, members])) }
}

export async function insertRecipients(tx: Tx, newsletter: NewsletterRow, now: Date): Promise<number> {
  const audience = audienceOf(tx, newsletter, now).as("audience")
  const { rows } = await tx.execute<{ count: number }>(sql`
    with inserted as (
      insert into ${newsletterEmails} (newsletter_id, membership_id, language)
      select ${newsletter.id}::uuid, audience.id, audience.language from ${audience}
      on conflict do nothing returning 1)
    select count(*)::int as count from inserted`)
  return rows[0]?.count ?? 0
}

export async function isInAudience(db: Db, newsletter: NewsletterRow, id: MembershipId, now: Date): Promise<boolean> {
  return (await audienceOf(db, newsletter, now, id)).length > 0
}

interface EmailKey {
  readonly newsletterId: NewsletterId
  readonly membershipId: MembershipId
}

/** Of the newsletters that are being sent, the one that began first. Two processes take different ones. */
export function queueWaiting(tx: Tx, max: number, queuedAt: Date): Promise<EmailKey[]> {
  const { newsletterId, membershipId, state } = newsletterEmails
  const waiting = tx
    .select({ newsletterId, membershipId })
    .from(newsletterEmails)
    .innerJoin(newsletters, eq(newsletters.id, newsletterId))
    .where(and(eq(newsletters.state, "sending"), eq(state, "waiting")))
    .orderBy(newsletters.startedAt, newsletterId, membershipId)
    .limit(max)
    .for("update", { of: newsletterEmails, skipLocked: true })
    .as("waiting")
  return tx
    .update(newsletterEmails)
    .set({ state: "queued", queuedAt })
    .from(waiting)
    .where(and(eq(newsletterId, waiting.newsletterId), eq(membershipId, waiting.membershipId)))
    .returning({ newsletterId, membershipId })
}

export async function isAnyWaiting(tx: Tx): Promise<boolean> {
  const [row] = await tx
    .select({ id: newsletters.id })
    .from(newsletters)
    .innerJoin(newsletterEmails, eq(newsletterEmails.newsletterId, newsletters.id))
    .where(and(eq(newsletters.state, "sending"), eq(newsletterEmails.state, "waiting")))
    .limit(1)
  return row !== undefined
}

/** With the language of the recipient; undefined once it was sent, or when the membership is deleted. */
export async function findQueuedEmail(db: Db, { newsletterId, membershipId }: EmailKey, queuedAt: Date) {
  const [row] = await db
    .select({ newsletter: newsletters, language: newsletterEmails.language, to: memberships.email })
    .from(newsletterEmails)
    .innerJoin(newsletters, eq(newsletters.id, newsletterEmails.newsletterId))
    .innerJoin(memberships, eq(memberships.id, newsletterEmails.membershipId))
    .where(
      and(
        isEmail({ newsletterId, membershipId }),
        inArray(newsletterEmails.state, ["queued", "failed"]),
        eq(newsletterEmails.queuedAt, queuedAt),
      ),
    )
  return row
}

export async function setEmailState(tx: Tx, key: EmailKey, state: NewsletterEmailState, now: Date): Promise<void> {
  const times = { sentAt: state === "sent" ? now : null, ...(state === "waiting" && { queuedAt: null }) }
  await tx
    .update(newsletterEmails)
    .set({ state, ...times })
    .where(isEmail(key))
}

export async function setLeft(tx: Tx, key: EmailKey, now: Date): Promise<void> {
  await tx
    .update(newsletterEmails)
    .set({ leftAt: now })
    .where(and(isEmail(key), isNull(newsletterEmails.leftAt)))
}

/** Finishes those of these newsletters that are being sent and have nobody left to wait for. */
export async function finishNewsletters(tx: Tx, now: Date, id?: NewsletterId): Promise<void> {
  const open = tx
    .select({ id: newsletterEmails.newsletterId })
    .from(newsletterEmails)
    .where(
      and(eq(newsletterEmails.newsletterId, newsletters.id), inArray(newsletterEmails.state, ["waiting", "queued"])),
    )
  await tx
    .update(newsletters)
    .set({ state: "sent", finishedAt: now, updatedAt: sql`${newsletters.updatedAt}` })
    .where(and(id && eq(newsletters.id, id), eq(newsletters.state, "sending"), not(exists(open))))
}

function isEmail({ newsletterId, membershipId }: EmailKey) {
  return and(eq(newsletterEmails.newsletterId, newsletterId), eq(newsletterEmails.membershipId, membershipId))
}
