import type { MembershipId, NewsletterId } from "@haitech/contract/ids"
import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { memberships, newsletterChoices } from "#features/outreach/table.ts"
import { newsletterEmails, newsletters } from "#features/publishing/table/newsletters.ts"
import type { Db } from "#platform/db/client.ts"
import { length, range, sha256, words } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

const [newsletter, member] = [v7() as NewsletterId, v7() as MembershipId]
const [hash, later] = ["0123456789abcdef".repeat(4), new Date("2027-01-01T14:00:00Z")]
const NEWSLETTER = { topic: "events", subjectEn: "Hello", contentEn: "Text" } as const
const EMAIL = { newsletterId: newsletter, membershipId: member, language: "fr" } as const
const TOPICS = ["programs", "events", "stories", "giving"]
const CHOICE = { newsletterTopics: TOPICS, newslettersEnded: null, newslettersEndedAt: null }
const SENT = { startedAt: later, finishedAt: later }

export async function insertNewsletter(db: Db): Promise<void> {
  await db.insert(newsletters).values({ ...NEWSLETTER, id: newsletter })
  await db.insert(memberships).values({ id: member, name: "Eve", email: "eve@example.org" })
}

export const NEWSLETTER_ROWS: readonly (readonly [PgTable, Row, Row])[] = [
  [newsletters, NEWSLETTER, { program: null, state: "draft", version: 1, deletedAt: null }],
  [newsletterEmails, EMAIL, { state: "waiting", queuedAt: null, sentAt: null, leftAt: null }],
  [newsletterChoices, { addressHash: hash }, CHOICE],
]

const topics = [
  [["spam"], ["events", ""]],
  [[], ["events"], TOPICS],
] as const
const ended = { newslettersEndedAt: later }

export const NEWSLETTER_CHECKS: Readonly<Record<string, Case>> = {
  memberships_newsletter_topics_known: [memberships, "newsletterTopics", ...topics],
  memberships_newsletters_ended_known: [memberships, "newslettersEnded", ...words("left", "removed", "bounced"), ended],
  memberships_newsletters_ended: [memberships, "newslettersEnded", ["left"], [null]],
  newsletter_choices_address_hash_hashed: [newsletterChoices, "addressHash", ...sha256()],
  newsletter_choices_newsletter_topics_known: [newsletterChoices, "newsletterTopics", ...topics],
  newsletter_choices_newsletters_ended_known: [
    newsletterChoices,
    "newslettersEnded",
    ...words("left", "removed", "bounced"),
    ended,
  ],
  newsletter_choices_newsletters_ended: [newsletterChoices, "newslettersEnded", ["left"], [null]],
  newsletters_topic_known: [newsletters, "topic", ...words(...TOPICS)],
  newsletters_program_known: [
    newsletters,
    "program",
    ...words("coding", "languages", "mentorship", "community", "general"),
  ],
  newsletters_state_known: [newsletters, "state", ["", "other"], ["draft"]],
  newsletters_version_range: [newsletters, "version", ...range(1)],
  newsletters_subject_en_length: [newsletters, "subjectEn", ...length(1, 150)],
  newsletters_content_en_length: [newsletters, "contentEn", ...length(1, 10_000)],
  newsletters_subject_fr_length: [newsletters, "subjectFr", ...length(1, 150), { contentFr: "x" }],
  newsletters_content_fr_length: [newsletters, "contentFr", ...length(1, 10_000), { subjectFr: "x" }],
  newsletters_subject_ht_length: [newsletters, "subjectHt", ...length(1, 150), { contentHt: "x" }],
  newsletters_content_ht_length: [newsletters, "contentHt", ...length(1, 10_000), { subjectHt: "x" }],
  newsletters_subject_es_length: [newsletters, "subjectEs", ...length(1, 150), { contentEs: "x" }],
  newsletters_content_es_length: [newsletters, "contentEs", ...length(1, 10_000), { subjectEs: "x" }],
  newsletters_whole: [newsletters, "subjectHt", ["x"], [null]],
  newsletters_scheduled: [newsletters, "state", ["scheduled"], ["draft"]],
  newsletters_started: [newsletters, "startedAt", [later], [null]],
  newsletters_finished: [newsletters, "finishedAt", [null], [later], { state: "sent", startedAt: later }],
  newsletters_deleted: [newsletters, "deletedAt", [later], [null], { state: "sent", ...SENT }],
  newsletter_emails_language_known: [newsletterEmails, "language", ...words("en", "fr", "ht", "es")],
  newsletter_emails_state_known: [
    newsletterEmails,
    "state",
    ["", "other"],
    ["waiting", "queued", "failed", "bounced", "skipped"],
  ],
  newsletter_emails_sent: [newsletterEmails, "sentAt", [later], [null]],
}

export const NEWSLETTER_FOREIGN_KEYS: Readonly<Record<string, readonly [PgTable, Row]>> = {
  newsletter_emails_newsletter_id_newsletters_id_fkey: [newsletterEmails, { ...EMAIL, newsletterId: v7() }],
  newsletter_emails_membership_id_memberships_id_fkey: [newsletterEmails, { ...EMAIL, membershipId: v7() }],
}
