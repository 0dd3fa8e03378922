import * as z from "zod/mini"
import { APPOINTMENT_SUBJECTS, SESSION_TYPES } from "./appointments.ts"
import { LANGUAGES } from "./languages.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

export const PROPOSAL_STATES = ["open", "accepted", "declined", "withdrawn"] as const

/** `closed`: withdrawn, moved or taken. `studentName` is of open and accepted ones. `timeZone` is the tutor's. */
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
