import { listMatches, proposeTutor } from "@haitech/contract/admin/matching"
import { answerProposal as answerRoute, readProposal as readRoute } from "@haitech/contract/proposals"
import type { Deps } from "#deps.ts"
import { findMatches } from "#features/appointments/service/matching.ts"
import { answerProposal, propose, readProposal } from "#features/appointments/service/proposals.ts"
import { handle } from "#platform/http/handle.ts"

const LINK_LIMIT = { name: "proposal.address", limit: 60, windowSeconds: 600 }

export const matchingRoutes = (deps: Deps) => [
  handle(listMatches, ({ params }) => findMatches(deps, params.id)),
  handle(proposeTutor, ({ actor, params, body }) => propose(deps, actor, params.id, body.tutorId)),
  handle(readRoute, ({ body }) => readProposal(deps, body.token), { limit: LINK_LIMIT }),
  handle(answerRoute, ({ body }) => answerProposal(deps, body.token, body.answer), { limit: LINK_LIMIT }),
]
