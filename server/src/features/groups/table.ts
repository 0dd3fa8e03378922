import {
  GROUP_CAPACITY,
  GROUP_DESCRIPTION_LENGTH,
  MEETING_MINUTES,
  MODERATION_REASON_LENGTH,
  REPORT_SOURCES,
} from "@haitech/contract/admin/groups"
import { REPORT_LENGTH } from "@haitech/contract/chat"
import { LANGUAGES } from "@haitech/contract/languages"
import { POST_LENGTH } from "@haitech/contract/study-groups"
import { NAME_LENGTH } from "@haitech/contract/text"
import { type Column, type SQL, sql } from "drizzle-orm"
import { check, index, integer, primaryKey, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  createdAt,
  id,
  instant,
  lengthBetween,
  minValue,
  oneOf,
  updatedAt,
  valueBetween,
} from "#platform/db/columns.ts"

/** Joining, leaving and posting lock the row. `meetingId` and `meetingRevision` name the event in calendars. */
export const studyGroups = snakeCase.table(
  "study_groups",
  {
    id: id(),
    capacity: integer().notNull(),
    memberCount: integer().notNull().default(0),
    lastSequence: integer().notNull().default(0),
    mentorId: uuid().references(() => users.id, { onDelete: "set null" }),
    mentorScreenedUntil: instant(),
    meetingId: uuid(),
    meetingRevision: integer().notNull().default(0),
    meetingStartsAt: instant(),
    meetingMinutes: integer(),
    meetingTimeZone: text(),
    meetingUrl: text(),
    closedAt: instant(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (group) => [
    index("study_groups_newest").on(group.createdAt, group.id),
    index("study_groups_mentor").on(group.mentorId),
    valueBetween(group.capacity, GROUP_CAPACITY.min, GROUP_CAPACITY.max),
    check("study_groups_members", sql`${group.memberCount} between 0 and ${group.capacity}`),
    minValue(group.lastSequence, 0),
    valueBetween(group.meetingMinutes, MEETING_MINUTES.min, MEETING_MINUTES.max),
    minValue(group.meetingRevision, 0),
    lengthBetween(group.meetingTimeZone, 1, 64),
    check("study_groups_meeting_url_address", sql`${group.meetingUrl} ~ '^https://[^[:space:]]+$'`),
    check(
      "study_groups_meeting",
      sql`num_nonnulls(${group.meetingId}, ${group.meetingStartsAt}, ${group.meetingMinutes}, ${group.meetingTimeZone})
        in (0, 4) and (${group.meetingUrl} is null or ${group.meetingId} is not null)`,
    ),
    minValue(group.version, 1),
  ],
)

export const studyGroupTexts = snakeCase.table(
  "study_group_texts",
  {
    groupId: uuid()
      .notNull()
      .references(() => studyGroups.id, { onDelete: "cascade" }),
    language: text({ enum: LANGUAGES }).notNull(),
    name: text().notNull(),
    description: text().notNull(),
  },
  (of) => [
    primaryKey({ columns: [of.groupId, of.language] }),
    oneOf(of.language, LANGUAGES),
    lengthBetween(of.name, 1, NAME_LENGTH),
    lengthBetween(of.description, 1, GROUP_DESCRIPTION_LENGTH),
  ],
)

/** A row with `removedAt` keeps somebody out whom an administrator removed. */
export const studyGroupMembers = snakeCase.table(
  "study_group_members",
  {
    id: id(),
    groupId: uuid()
      .notNull()
      .references(() => studyGroups.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    joinedAt: instant().notNull().defaultNow(),
    removedAt: instant(),
    removedReason: text(),
  },
  (member) => [
    unique("study_group_members_once").on(member.groupId, member.userId),
    index("study_group_members_user").on(member.userId),
    index("study_group_members_newest").on(member.groupId, member.joinedAt, member.id),
    lengthBetween(member.removedReason, 1, MODERATION_REASON_LENGTH),
    check("study_group_members_removed", sql`${member.removedReason} is null or ${member.removedAt} is not null`),
  ],
)

export const studyGroupPosts = snakeCase.table(
  "study_group_posts",
  {
    id: id(),
    groupId: uuid()
      .notNull()
      .references(() => studyGroups.id, { onDelete: "cascade" }),
    sequence: integer().notNull(),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    clientId: uuid().notNull(),
    message: text().notNull(),
    createdAt: createdAt(),
    removedAt: instant(),
    removedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    removedReason: text(),
  },
  (post) => [
    unique("study_group_posts_sequence_unique").on(post.groupId, post.sequence),
    unique("study_group_posts_client_id_unique").on(post.authorId, post.clientId),
    index("study_group_posts_newest").on(post.groupId, post.createdAt, post.id),
    index("study_group_posts_removed_by").on(post.removedBy),
    minValue(post.sequence, 1),
    lengthBetween(post.message, 1, POST_LENGTH),
    lengthBetween(post.removedReason, 1, MODERATION_REASON_LENGTH),
    check("study_group_posts_removed", sql`(${post.removedAt} is null) = (${post.removedReason} is null)`),
  ],
)

/** `quote` outlives the post, so that nobody takes what was reported away with an account. */
export const studyGroupReports = snakeCase.table(
  "study_group_reports",
  {
    id: id(),
    groupId: uuid()
      .notNull()
      .references(() => studyGroups.id, { onDelete: "cascade" }),
    postId: uuid().references(() => studyGroupPosts.id, { onDelete: "set null" }),
    authorId: uuid().references(() => users.id, { onDelete: "set null" }),
    reporterId: uuid().references(() => users.id, { onDelete: "set null" }),
    source: text({ enum: REPORT_SOURCES }).notNull().default("member"),
    quote: text().notNull(),
    reason: text(),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (report) => [
    unique("study_group_reports_once").on(report.postId, report.reporterId),
    index("study_group_reports_newest").on(report.createdAt, report.id),
    index("study_group_reports_open").on(report.createdAt, report.id).where(sql`${report.settledAt} is null`),
    index("study_group_reports_group").on(report.groupId),
    index("study_group_reports_author").on(report.authorId),
    index("study_group_reports_reporter").on(report.reporterId),
    oneOf(report.source, REPORT_SOURCES),
    lengthBetween(report.quote, 1, POST_LENGTH),
    lengthBetween(report.reason, 1, REPORT_LENGTH),
    check("study_group_reports_reason_given", sql`(${report.source} = 'detector') = (${report.reason} is null)`),
  ],
)

/** A member does not see the posts of `hiddenId`. */
export const studyGroupBlocks = snakeCase.table(
  "study_group_blocks",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hiddenId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (block) => [
    unique("study_group_blocks_once").on(block.userId, block.hiddenId),
    index("study_group_blocks_hidden").on(block.hiddenId),
    check("study_group_blocks_other", sql`${block.userId} <> ${block.hiddenId}`),
  ],
)

type NameColumns = Readonly<Record<"firstName" | "lastName" | "username" | "email", Column>>

export function displayName({ firstName, lastName, username, email }: NameColumns): SQL<string> {
  return sql<string>`coalesce(nullif(concat_ws(' ', ${firstName}, ${lastName}), ''), ${username}, ${email})`
}

export type StudyGroupRow = typeof studyGroups.$inferSelect
export type StudyGroupTextRow = typeof studyGroupTexts.$inferSelect
export type StudyGroupMemberRow = typeof studyGroupMembers.$inferSelect
export type StudyGroupPostRow = typeof studyGroupPosts.$inferSelect
export type StudyGroupReportRow = typeof studyGroupReports.$inferSelect
