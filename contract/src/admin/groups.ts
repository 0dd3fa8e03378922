import * as z from "zod/mini"
import { UserId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { BooleanInput, listQuery, openEnum, page } from "#lists.ts"
import { route } from "#route.ts"
import { AGE_GROUPS } from "#safeguarding.ts"
import { GroupMeeting, GroupPost } from "#study-groups.ts"
import { meetingAddress, NAME_LENGTH, optionalText, singleLine, text } from "#text.ts"
import { Instant, TimeZone } from "#time.ts"

export const GROUP_CAPACITY = { min: 2, max: 200 } as const
export const GROUP_DESCRIPTION_LENGTH = 500
export const MEETING_MINUTES = { min: 15, max: 240 } as const
export const MODERATION_REASON_LENGTH = 500
export const REPORT_SOURCES = ["member", "detector"] as const

const params = z.object({ id: z.uuid("id.invalid") })

export const GroupRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  texts: z.array(z.object({ language: z.enum(LANGUAGES), name: z.string(), description: z.string() })),
  memberCount: z.int(),
  capacity: z.int(),
  mentorId: z.nullable(UserId),
  mentorName: z.nullable(z.string()),
  mentorScreenedUntil: z.nullable(Instant),
  isMentorValid: z.boolean(),
  meeting: z.nullable(GroupMeeting),
  isClosed: z.boolean(),
  openReports: z.int(),
  version: z.int(),
  createdAt: Instant,
})
export type GroupRecord = z.output<typeof GroupRecord>

const capacity = z
  .int("capacity.invalid")
  .check(z.minimum(GROUP_CAPACITY.min, "capacity.invalid"), z.maximum(GROUP_CAPACITY.max, "capacity.invalid"))

const groupText = z.strictObject({
  name: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
  description: text(GROUP_DESCRIPTION_LENGTH, { required: "description.required", tooLong: "group_text.too_long" }),
})

const meeting = z.strictObject({
  startsAt: Instant,
  minutes: z
    .int("duration.unknown")
    .check(z.minimum(MEETING_MINUTES.min, "duration.unknown"), z.maximum(MEETING_MINUTES.max, "duration.unknown")),
  timeZone: TimeZone,
  url: meetingAddress(),
})

/** A group without a text in the reader's language shows the English one. */
const groupFields = {
  texts: z.strictObject({
    en: groupText,
    fr: z.optional(groupText),
    ht: z.optional(groupText),
    es: z.optional(groupText),
  }),
  capacity,
  mentorId: z.nullable(UserId),
  meeting: z.nullable(meeting),
}

export const listGroupRecords = route({
  method: "GET",
  path: "/api/admin/study-groups",
  access: "admin",
  query: listQuery({ isClosed: z.optional(BooleanInput) }, ["newest", "oldest"]),
  list: true,
  reply: page(GroupRecord),
})

export const createGroup = route({
  method: "POST",
  path: "/api/admin/study-groups",
  access: "admin",
  status: 201,
  body: z.strictObject({ id: z.optional(z.uuidv7("id.invalid")), ...groupFields }),
  reply: GroupRecord,
})

/** With a `version` that is not the stored one, the save is `record.changed`. */
export const updateGroup = route({
  method: "PUT",
  path: "/api/admin/study-groups/:id",
  access: "admin",
  params,
  body: z.strictObject({ ...groupFields, version: z.int("invalid") }),
  reply: GroupRecord,
})

export const closeGroup = route({
  method: "PATCH",
  path: "/api/admin/study-groups/:id",
  access: "admin",
  params,
  body: z.strictObject({ isClosed: z.boolean("invalid") }),
  reply: GroupRecord,
})

/** Who may accompany a group: administrators, and approved volunteers and mentors. */
export const listMentors = route({
  method: "GET",
  path: "/api/admin/mentors",
  access: "admin",
  reply: z.array(z.object({ userId: UserId, name: z.string(), screenedUntil: z.nullable(Instant) })),
})

export const GroupMember = z.object({
  id: z.uuid(),
  userId: UserId,
  name: z.string(),
  age: z.enum(AGE_GROUPS),
  joinedAt: Instant,
  removedAt: z.nullable(Instant),
  removedReason: z.nullable(z.string()),
})
export type GroupMember = z.output<typeof GroupMember>

export const listGroupMembers = route({
  method: "GET",
  path: "/api/admin/study-groups/:id/members",
  access: "admin",
  params,
  query: listQuery({ isRemoved: z.optional(BooleanInput) }, ["newest", "oldest"]),
  list: true,
  reply: page(GroupMember),
})

/** A member who is removed cannot join again until the removal is undone. */
export const changeGroupMember = route({
  method: "PATCH",
  path: "/api/admin/study-groups/:id/members/:userId",
  access: "admin",
  params: z.object({ id: z.uuid("id.invalid"), userId: UserId }),
  body: z.strictObject({
    isRemoved: z.boolean("invalid"),
    reason: optionalText(MODERATION_REASON_LENGTH, "reason.too_long"),
  }),
  reply: z.object({ userId: UserId, isRemoved: z.boolean() }),
})

/** The member is asked again with the next group. */
export const deleteBirthYear = route({
  method: "DELETE",
  path: "/api/admin/birth-years/:userId",
  access: "admin",
  status: 204,
  params: z.object({ userId: UserId }),
  reply: z.undefined(),
})

export const GroupPostRecord = z.object({
  ...z.pick(GroupPost, { id: true, sequence: true, name: true, message: true, createdAt: true }).shape,
  groupId: z.uuid(),
  authorId: UserId,
  removedAt: z.nullable(Instant),
  removedReason: z.nullable(z.string()),
})
export type GroupPostRecord = z.output<typeof GroupPostRecord>

export const listGroupPostRecords = route({
  method: "GET",
  path: "/api/admin/study-groups/:id/posts",
  access: "admin",
  params,
  query: listQuery({ isRemoved: z.optional(BooleanInput) }, ["newest", "oldest"]),
  list: true,
  reply: page(GroupPostRecord),
})

export const removeGroupPost = route({
  method: "PUT",
  path: "/api/admin/group-posts/:id/removal",
  access: "admin",
  params,
  body: z.strictObject({
    reason: text(MODERATION_REASON_LENGTH, { required: "removal_reason.required", tooLong: "reason.too_long" }),
  }),
  reply: GroupPostRecord,
})

export const restoreGroupPost = route({
  method: "DELETE",
  path: "/api/admin/group-posts/:id/removal",
  access: "admin",
  params,
  reply: GroupPostRecord,
})

/** `quote` is the post as it was reported; `postId` is null once the author deleted it. */
export const GroupReport = z.object({
  id: z.uuid(),
  groupId: z.uuid(),
  groupName: z.string(),
  postId: z.nullable(z.uuid()),
  authorId: z.nullable(UserId),
  authorName: z.nullable(z.string()),
  reporterName: z.nullable(z.string()),
  isPostRemoved: z.boolean(),
  isAuthorRemoved: z.boolean(),
  quote: z.string(),
  reason: z.nullable(z.string()),
  source: openEnum(REPORT_SOURCES),
  createdAt: Instant,
  settledAt: z.nullable(Instant),
})
export type GroupReport = z.output<typeof GroupReport>

export const listGroupReports = route({
  method: "GET",
  path: "/api/admin/group-reports",
  access: "admin",
  query: listQuery({ isSettled: z.optional(BooleanInput) }, ["oldest", "newest"]),
  list: true,
  reply: page(GroupReport),
})

export const settleGroupReport = route({
  method: "PATCH",
  path: "/api/admin/group-reports/:id",
  access: "admin",
  params,
  body: z.strictObject({ isSettled: z.boolean("invalid") }),
  reply: GroupReport,
})

export const groupAdminApi = {
  listGroupRecords,
  createGroup,
  updateGroup,
  closeGroup,
  listMentors,
  listGroupMembers,
  changeGroupMember,
  deleteBirthYear,
  listGroupPostRecords,
  removeGroupPost,
  restoreGroupPost,
  listGroupReports,
  settleGroupReport,
} as const
