import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import {
  studyGroupBlocks,
  studyGroupMembers,
  studyGroupPosts,
  studyGroupReports,
  studyGroups,
  studyGroupTexts,
} from "#features/groups/table.ts"
import { length, range, words } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

interface Ids {
  readonly user: string
  readonly other: string
  readonly group: string
}

const later = new Date("2027-01-01T14:00:00Z")

const GROUP_TEXT = { language: "fr", name: "Go", description: "Go" } as const
export const GROUP_POST = { sequence: 1, clientId: v7(), message: "Hello" } as const
const GROUP_REPORT = { quote: "Hello", reason: "Rude" } as const
const MEETING = { meetingId: v7(), meetingStartsAt: later, meetingMinutes: 60, meetingTimeZone: "UTC" }

export function groupRows({ user, other, group }: Ids): readonly (readonly [PgTable, Row, Row])[] {
  return [
    [
      studyGroups,
      { capacity: 30 },
      { memberCount: 0, lastSequence: 0, meetingRevision: 0, version: 1, closedAt: null, mentorId: null },
    ],
    [studyGroupTexts, { ...GROUP_TEXT, groupId: group }, {}],
    [studyGroupMembers, { groupId: group, userId: user }, { removedAt: null, removedReason: null }],
    [studyGroupPosts, { ...GROUP_POST, groupId: group, authorId: user }, { removedAt: null, removedBy: null }],
    [studyGroupReports, { ...GROUP_REPORT, groupId: group }, { source: "member", postId: null, settledAt: null }],
    [studyGroupBlocks, { userId: user, hiddenId: other }, {}],
  ]
}

export const groupChecks = ({ user, other }: Omit<Ids, "group">): Record<string, Case> => ({
  study_groups_capacity_range: [studyGroups, "capacity", ...range(2, 200)],
  study_groups_members: [studyGroups, "memberCount", ...range(0, 30)],
  study_groups_last_sequence_range: [studyGroups, "lastSequence", ...range(0)],
  study_groups_meeting_minutes_range: [studyGroups, "meetingMinutes", ...range(15, 240), MEETING],
  study_groups_meeting_revision_range: [studyGroups, "meetingRevision", ...range(0)],
  study_groups_meeting_time_zone_length: [studyGroups, "meetingTimeZone", ...length(1, 64), MEETING],
  study_groups_meeting_url_address: [
    studyGroups,
    "meetingUrl",
    ["", "http://meet.example.org", "javascript:alert(1)", "https://a b"],
    ["https://meet.example.org/a"],
    MEETING,
  ],
  study_groups_meeting: [
    studyGroups,
    "meetingTimeZone",
    [null],
    ["UTC"],
    { ...MEETING, meetingUrl: "https://meet.example.org" },
  ],
  study_groups_version_range: [studyGroups, "version", ...range(1)],
  study_group_texts_language_known: [studyGroupTexts, "language", ...words("en", "fr", "ht", "es")],
  study_group_texts_name_length: [studyGroupTexts, "name", ...length(1, 100)],
  study_group_texts_description_length: [studyGroupTexts, "description", ...length(1, 500)],
  study_group_members_removed_reason_length: [
    studyGroupMembers,
    "removedReason",
    ...length(1, 500),
    { removedAt: later },
  ],
  study_group_members_removed: [studyGroupMembers, "removedReason", ["Rude"], [null]],
  study_group_posts_sequence_range: [studyGroupPosts, "sequence", ...range(1)],
  study_group_posts_message_length: [studyGroupPosts, "message", ...length(1, 2000)],
  study_group_posts_removed_reason_length: [studyGroupPosts, "removedReason", ...length(1, 500), { removedAt: later }],
  study_group_posts_removed: [studyGroupPosts, "removedReason", [null], ["Rude"], { removedAt: later }],
  study_group_reports_source_known: [studyGroupReports, "source", ...words("member")],
  study_group_reports_quote_length: [studyGroupReports, "quote", ...length(1, 2000)],
  study_group_reports_reason_length: [studyGroupReports, "reason", ...length(1, 500)],
  study_group_reports_reason_given: [studyGroupReports, "reason", ["Rude"], [null], { source: "detector" }],
  study_group_blocks_other: [studyGroupBlocks, "hiddenId", [user], [other]],
})

interface CaseIds {
  readonly member: string
  readonly colleague: string
  readonly tutor: string
  readonly group: string
  readonly otherGroup: string
  readonly reportedPost: string
}

/** For each unique index a row, a change that violates it and one that does not; for each foreign key a row without its target. */
export function groupCases({ member, colleague, tutor, group, otherGroup, reportedPost }: CaseIds) {
  const missing = v7()
  const membership = { groupId: group, userId: member }
  const post = { ...GROUP_POST, groupId: group, authorId: member }
  const groupReport = { ...GROUP_REPORT, groupId: group }
  const unique: Record<string, readonly [PgTable, Row, Row, Row]> = {
    study_group_members_once: [studyGroupMembers, membership, {}, { groupId: otherGroup }],
    study_group_posts_sequence_unique: [studyGroupPosts, post, { clientId: v7() }, { clientId: v7(), sequence: 2 }],
    study_group_posts_client_id_unique: [
      studyGroupPosts,
      post,
      { groupId: otherGroup },
      { clientId: v7(), sequence: 2 },
    ],
    study_group_reports_once: [
      studyGroupReports,
      { ...groupReport, postId: reportedPost, reporterId: member },
      {},
      { reporterId: colleague },
    ],
    study_group_blocks_once: [studyGroupBlocks, { userId: member, hiddenId: colleague }, {}, { hiddenId: tutor }],
  }
  const foreignKeys: Record<string, readonly [PgTable, Row]> = {
    study_groups_mentor_id_users_id_fkey: [studyGroups, { capacity: 30, mentorId: missing }],
    study_group_texts_group_id_study_groups_id_fkey: [studyGroupTexts, { ...GROUP_TEXT, groupId: missing }],
    study_group_members_group_id_study_groups_id_fkey: [studyGroupMembers, { ...membership, groupId: missing }],
    study_group_members_user_id_users_id_fkey: [studyGroupMembers, { ...membership, userId: missing }],
    study_group_posts_group_id_study_groups_id_fkey: [studyGroupPosts, { ...post, groupId: missing }],
    study_group_posts_author_id_users_id_fkey: [studyGroupPosts, { ...post, authorId: missing }],
    study_group_posts_removed_by_users_id_fkey: [
      studyGroupPosts,
      { ...post, removedAt: later, removedReason: "Rude", removedBy: missing },
    ],
    study_group_reports_group_id_study_groups_id_fkey: [studyGroupReports, { ...groupReport, groupId: missing }],
    study_group_reports_post_id_study_group_posts_id_fkey: [studyGroupReports, { ...groupReport, postId: missing }],
    study_group_reports_author_id_users_id_fkey: [studyGroupReports, { ...groupReport, authorId: missing }],
    study_group_reports_reporter_id_users_id_fkey: [studyGroupReports, { ...groupReport, reporterId: missing }],
    study_group_blocks_user_id_users_id_fkey: [studyGroupBlocks, { userId: missing, hiddenId: member }],
    study_group_blocks_hidden_id_users_id_fkey: [studyGroupBlocks, { userId: member, hiddenId: missing }],
  }
  return { unique, foreignKeys }
}
