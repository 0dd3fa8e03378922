import * as z from "zod/mini"
import { AppointmentId, UserId } from "#ids.ts"
import { openEnum } from "#lists.ts"
import { PROPOSAL_STATES } from "#proposals.ts"
import { route } from "#route.ts"
import { Instant } from "#time.ts"

/** Why a tutor fits, beside a valid screening: the first four hold for each, the others are a plus. */
export const MATCH_REASONS = ["language", "subject", "free", "below_limit", "session_type", "open_hour"] as const
export type MatchReason = (typeof MATCH_REASONS)[number]

/** `sessionsThatWeek` counts from Monday to Sunday in the tutor's zone, without this session. */
export const Match = z.object({
  tutorId: UserId,
  name: z.string(),
  reasons: z.array(openEnum(MATCH_REASONS)),
  sessionsThatWeek: z.int(),
  weeklyLimit: z.nullable(z.int()),
  hasDeclined: z.boolean(),
})
export type Match = z.output<typeof Match>

export const Proposal = z.object({
  id: z.uuid(),
  tutorId: UserId,
  tutorName: z.string(),
  state: openEnum(PROPOSAL_STATES),
  createdAt: Instant,
  answeredAt: z.nullable(Instant),
})
export type Proposal = z.output<typeof Proposal>

/** `proposal` is the newest one. `incomplete` counts the tutors left out because their languages or subjects are unknown. */
export const Matches = z.object({
  matches: z.array(Match),
  incomplete: z.int(),
  proposal: z.nullable(Proposal),
})
export type Matches = z.output<typeof Matches>

export const listMatches = route({
  method: "GET",
  path: "/api/admin/appointments/:id/matches",
  access: "admin",
  params: z.object({ id: AppointmentId }),
  reply: Matches,
})

/** Asks a tutor by email and withdraws an open proposal to another one. To the same tutor again it is the same proposal. */
export const proposeTutor = route({
  method: "POST",
  path: "/api/admin/appointments/:id/proposals",
  access: "admin",
  status: 201,
  params: z.object({ id: AppointmentId }),
  body: z.strictObject({ tutorId: UserId }),
  reply: Proposal,
})
