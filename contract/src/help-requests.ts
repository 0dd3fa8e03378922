import * as z from "zod/mini"
import { LANGUAGES } from "./languages.ts"
import { BooleanInput, listQuery, page } from "./lists.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

/** A member's question from a lesson. `threadId` is the conversation in which it is answered. */
export const HelpRequest = z.object({
  id: z.uuid(),
  memberName: z.string(),
  courseTitle: z.string(),
  courseSlug: z.string(),
  lessonTitle: z.string(),
  lessonSlug: z.string(),
  exerciseId: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  question: z.string(),
  tries: z.array(z.string()),
  threadId: z.nullable(z.uuid()),
  createdAt: Instant,
  resolvedAt: z.nullable(Instant),
})
export type HelpRequest = z.output<typeof HelpRequest>

export const listHelpRequests = route({
  method: "GET",
  path: "/api/admin/help-requests",
  access: "admin",
  query: listQuery({ isResolved: z.optional(BooleanInput) }, ["oldest", "newest"]),
  list: true,
  reply: page(HelpRequest),
})

export const resolveHelpRequest = route({
  method: "PATCH",
  path: "/api/admin/help-requests/:id",
  access: "admin",
  params: z.object({ id: z.uuid("id.invalid") }),
  body: z.strictObject({ isResolved: z.boolean("invalid") }),
  reply: HelpRequest,
})
