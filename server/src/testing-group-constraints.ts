import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import {
  birthYears,
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

/** Rows without the ids that they refer to. */
export const GROUP_TEXT = { language: "fr", name: "Go", description: "Go" } as const
export const GROUP_POST = { sequence: 1, clientId: v7(), message: "Hello" } as const
export const GROUP_REPORT = { quote: "Hello", reason: "Rude" } as const
const MEETING = { meetingId: v7(), meetingStartsAt: later, meetingMinutes: 60, meetingTimeZone: "UTC" }

export function groupRows({ user, other, group }: Ids): readonly (readonly [PgTable, Row, Row])[] {
  return [
    [
      studyGroups,
      { capacity: 30 },
      { memberCount: 0, lastSequence: 0, meetingRevision: 0, version: 1, closedAt: null, mentorId: null },
    ],
    [studyGroupTexts, { ...GROUP_TEXT, groupId: group }, {}],
    [studyGroupMembers, { groupId: group, userId: user }, { removedAt: null }],
    [studyGroupPosts, { ...GROUP_POST, groupId: group, authorId: user }, { removedAt: null, removedBy: null }],
    [studyGroupReports, { ...GROUP_REPORT, groupId: group }, { source: "member", postId: null, settledAt: null }],
    [studyGroupBlocks, { userId: user, hiddenId: other }, {}],
    [birthYears, { userId: user, birthYear: 2000 }, {}],
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
  study_group_posts_sequence_range: [studyGroupPosts, "sequence", ...range(1)],
  study_group_posts_message_length: [studyGroupPosts, "message", ...length(1, 2000)],
  study_group_posts_removed_reason_length: [studyGroupPosts, "removedReason", ...length(1, 500), { removedAt: later }],
  study_group_posts_removed: [studyGroupPosts, "removedReason", [null], ["Rude"], { removedAt: later }],
  study_group_reports_source_known: [studyGroupReports, "source", ...words("member")],
  study_group_reports_quote_length: [studyGroupReports, "quote", ...length(1, 2000)],
  study_group_reports_reason_length: [studyGroupReports, "reason", ...length(1, 500)],
  study_group_reports_reason_given: [studyGroupReports, "reason", ["Rude"], [null], { source: "detector" }],
  study_group_blocks_other: [studyGroupBlocks, "hiddenId", [user], [other]],
  birth_years_birth_year_range: [birthYears, "birthYear", ...range(1900, 2100)],
})
