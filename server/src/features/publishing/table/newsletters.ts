import { NEWSLETTER_LENGTH, NEWSLETTER_STATES, NEWSLETTER_SUBJECT_LENGTH } from "@haitech/contract/admin/newsletters"
import type { MembershipId, NewsletterId } from "@haitech/contract/ids"
import { LANGUAGES } from "@haitech/contract/languages"
import { NEWSLETTER_TOPICS } from "@haitech/contract/newsletters"
import { PROGRAMS } from "@haitech/contract/outreach"
import { sql } from "drizzle-orm"
import { check, index, integer, primaryKey, snakeCase, text, uuid } from "drizzle-orm/pg-core"
import { memberships } from "#features/outreach/table.ts"
import { id, instant, lengthBetween, minValue, oneOf, updatedAt } from "#platform/db/columns.ts"

/** `content…` is markdown. Once it is being sent, only its state changes. */
export const newsletters = snakeCase.table(
  "newsletters",
  {
    id: id<NewsletterId>(),
    topic: text({ enum: NEWSLETTER_TOPICS }).notNull(),
    program: text({ enum: PROGRAMS }),
    subjectEn: text().notNull(),
    contentEn: text().notNull(),
    subjectFr: text(),
    contentFr: text(),
    subjectHt: text(),
    contentHt: text(),
    subjectEs: text(),
    contentEs: text(),
    state: text({ enum: NEWSLETTER_STATES }).notNull().default("draft"),
    scheduledAt: instant(),
    startedAt: instant(),
    finishedAt: instant(),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (newsletter) => [
    index("newsletters_sending").on(newsletter.startedAt).where(sql`${newsletter.state} = 'sending'`),
    oneOf(newsletter.topic, NEWSLETTER_TOPICS),
    oneOf(newsletter.program, PROGRAMS),
    oneOf(newsletter.state, NEWSLETTER_STATES),
    minValue(newsletter.version, 1),
    ...([newsletter.subjectEn, newsletter.subjectFr, newsletter.subjectHt, newsletter.subjectEs] as const).map(
      (subject) => lengthBetween(subject, 1, NEWSLETTER_SUBJECT_LENGTH),
    ),
    ...([newsletter.contentEn, newsletter.contentFr, newsletter.contentHt, newsletter.contentEs] as const).map(
      (content) => lengthBetween(content, 1, NEWSLETTER_LENGTH),
    ),
    check(
      "newsletters_whole",
      sql`num_nonnulls(${newsletter.subjectFr}, ${newsletter.contentFr}) in (0, 2)
        and num_nonnulls(${newsletter.subjectHt}, ${newsletter.contentHt}) in (0, 2)
        and num_nonnulls(${newsletter.subjectEs}, ${newsletter.contentEs}) in (0, 2)`,
    ),
    check("newsletters_scheduled", sql`${newsletter.state} <> 'scheduled' or ${newsletter.scheduledAt} is not null`),
    check(
      "newsletters_started",
      sql`(${newsletter.state} in ('sending', 'stopped', 'sent')) = (${newsletter.startedAt} is not null)`,
    ),
    check("newsletters_finished", sql`(${newsletter.state} = 'sent') = (${newsletter.finishedAt} is not null)`),
    check("newsletters_deleted", sql`${newsletter.deletedAt} is null or ${newsletter.state} = 'draft'`),
  ],
)

const EMAIL_STATES = ["waiting", "queued", "sent", "failed", "bounced", "skipped"] as const

/** A recipient, known from the start of the sending on. `queuedAt` names the job that sends the email. */
export const newsletterEmails = snakeCase.table(
  "newsletter_emails",
  {
    newsletterId: uuid()
      .notNull()
      .$type<NewsletterId>()
      .references(() => newsletters.id, { onDelete: "cascade" }),
    membershipId: uuid()
      .notNull()
      .$type<MembershipId>()
      .references(() => memberships.id, { onDelete: "cascade" }),
    language: text({ enum: LANGUAGES }).notNull(),
    state: text({ enum: EMAIL_STATES }).notNull().default("waiting"),
    queuedAt: instant(),
    sentAt: instant(),
    leftAt: instant(),
  },
  (email) => [
    primaryKey({ columns: [email.newsletterId, email.membershipId] }),
    index("newsletter_emails_member").on(email.membershipId),
    index("newsletter_emails_open")
      .on(email.newsletterId, email.state)
      .where(sql`${email.state} in ('waiting', 'queued')`),
    oneOf(email.language, LANGUAGES),
    oneOf(email.state, EMAIL_STATES),
    check("newsletter_emails_sent", sql`(${email.state} = 'sent') = (${email.sentAt} is not null)`),
  ],
)

export type NewsletterRow = typeof newsletters.$inferSelect
export type NewsletterEmailState = (typeof EMAIL_STATES)[number]
