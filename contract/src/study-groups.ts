import * as z from "zod/mini"
import { chatCursors, REPORT_LENGTH } from "./chat.ts"
import { LANGUAGES } from "./languages.ts"
import { openEnum } from "./lists.ts"
import { Download, route } from "./route.ts"
import { BirthYear } from "./safeguarding.ts"
import { text } from "./text.ts"
import { Instant } from "./time.ts"

export const POST_LENGTH = 2000
export const POST_ROWS = 50

/** Why a member cannot take part; `closed` still lets members read. */
export const OBSTACLES = ["closed", "full", "mentor", "screening", "age", "birth_year", "consent", "removed"] as const

/** `startsAt` is the truth; the zone says on which clock it was agreed. `url` is for those who take part. */
export const GroupMeeting = z.object({
  startsAt: Instant,
  minutes: z.int(),
  timeZone: z.string(),
  url: z.nullable(z.string()),
})
export type GroupMeeting = z.output<typeof GroupMeeting>

/** `language` is that of the name and description. `mentorName` is of a mentor whose screening is valid today. */
export const StudyGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  language: z.enum(LANGUAGES),
  memberCount: z.int(),
  capacity: z.int(),
  isMember: z.boolean(),
  isMentor: z.boolean(),
  mentorName: z.nullable(z.string()),
  meeting: z.nullable(GroupMeeting),
  obstacle: z.nullable(openEnum(OBSTACLES)),
})
export type StudyGroup = z.output<typeof StudyGroup>

/** First names only. `clientId` is given to the author; a removed post has no text. */
export const GroupPost = z.object({
  id: z.uuid(),
  sequence: z.int(),
  clientId: z.nullable(z.uuid()),
  name: z.string(),
  isOwn: z.boolean(),
  isMentor: z.boolean(),
  isRemoved: z.boolean(),
  message: z.string(),
  createdAt: Instant,
})
export type GroupPost = z.output<typeof GroupPost>

const params = z.object({ id: z.uuid("id.invalid") })
const postParams = z.object({ id: z.uuid("id.invalid"), postId: z.uuid("id.invalid") })

export const listStudyGroups = route({
  method: "GET",
  path: "/api/study-groups",
  access: "member",
  reply: z.object({ isBirthYearKnown: z.boolean(), groups: z.array(StudyGroup) }),
})

/** Again, it is the same membership. The first `birthYear` that a member gives stays. */
export const joinStudyGroup = route({
  method: "PUT",
  path: "/api/study-groups/:id/membership",
  access: "member",
  params,
  body: z.strictObject({ birthYear: z.optional(BirthYear) }),
  reply: StudyGroup,
})

export const leaveStudyGroup = route({
  method: "DELETE",
  path: "/api/study-groups/:id/membership",
  access: "member",
  status: 204,
  params,
  reply: z.undefined(),
})

/** A file for calendars (RFC 5545). The query has the `language`, because a link cannot send headers. */
export const readMeetingFile = route({
  method: "GET",
  path: "/api/study-groups/:id/meeting",
  access: "member",
  params,
  query: z.strictObject({ language: z.optional(z.enum(LANGUAGES, "invalid")) }),
  reply: Download,
})

/** Oldest first, at most `POST_ROWS`; without a cursor the last ones. Posts of hidden members are left out. */
export const listGroupPosts = route({
  method: "GET",
  path: "/api/study-groups/:id/posts",
  access: "member",
  params,
  query: z.strictObject(chatCursors),
  reply: z.array(GroupPost),
})

/** Idempotent by `id`, which the device makes. */
export const sendGroupPost = route({
  method: "POST",
  path: "/api/study-groups/:id/posts",
  access: "member",
  status: 201,
  params,
  body: z.strictObject({
    id: z.uuid("id.invalid"),
    message: text(POST_LENGTH, { required: "message.required", tooLong: "chat_message.too_long" }),
  }),
  reply: GroupPost,
})

export const deleteOwnPost = route({
  method: "DELETE",
  path: "/api/study-groups/:id/posts/:postId",
  access: "member",
  status: 204,
  params: postParams,
  reply: z.undefined(),
})

export const reportGroupPost = route({
  method: "POST",
  path: "/api/study-groups/:id/posts/:postId/reports",
  access: "member",
  status: 204,
  params: postParams,
  body: z.strictObject({ reason: text(REPORT_LENGTH, { required: "reason.required", tooLong: "reason.too_long" }) }),
  reply: z.undefined(),
})

/** Hides the author of the post from this member, in all groups. */
export const hideAuthor = route({
  method: "POST",
  path: "/api/study-groups/:id/posts/:postId/hiding",
  access: "member",
  status: 204,
  params: postParams,
  reply: z.undefined(),
})

export const HiddenMember = z.object({ id: z.uuid(), name: z.string() })
export type HiddenMember = z.output<typeof HiddenMember>

export const listHiddenMembers = route({
  method: "GET",
  path: "/api/hidden-members",
  access: "member",
  reply: z.array(HiddenMember),
})

export const showHiddenMember = route({
  method: "DELETE",
  path: "/api/hidden-members/:id",
  access: "member",
  status: 204,
  params,
  reply: z.undefined(),
})

export const studyGroupApi = {
  listStudyGroups,
  joinStudyGroup,
  leaveStudyGroup,
  readMeetingFile,
  listGroupPosts,
  sendGroupPost,
  deleteOwnPost,
  reportGroupPost,
  hideAuthor,
  listHiddenMembers,
  showHiddenMember,
} as const
