import * as z from "zod/mini"
import { APPOINTMENT_SUBJECTS, SESSION_TYPES } from "./appointments.ts"
import { LANGUAGES } from "./languages.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

export const PROPOSAL_STATES = ["open", "accepted", "declined", "withdrawn"] as const

/**
 * What a tutor sees of a session that is proposed. `closed`: withdrawn, or the session has moved or found a tutor. The
 * first name is null unless the proposal is open or accepted. `timeZone` is the tutor's.
 */
export const ProposalView = z.object({
  state: openEnum(["open", "accepted", "declined", "closed"]),
  studentName: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  sessionType: openEnum(SESSION_TYPES),
  subject: openEnum(APPOINTMENT_SUBJECTS),
  startsAt: Instant,
  duration: z.int(),
  timeZone: z.string(),
})
export type ProposalView = z.output<typeof ProposalView>

const Token = z.string("token.invalid").check(z.regex(/^[\w.-]{1,200}$/, "token.invalid"))

export const readProposal = route({
  method: "POST",
  path: "/api/proposals/lookup",
  access: "public",
  body: z.strictObject({ token: Token }),
  reply: ProposalView,
})

export const answerProposal = route({
  method: "POST",
  path: "/api/proposals/answers",
  access: "public",
  body: z.strictObject({ token: Token, answer: z.enum(["accept", "decline"], "invalid") }),
  reply: ProposalView,
})
