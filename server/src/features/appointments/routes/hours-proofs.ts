import {
  issueProof as issueRoute,
  listIssuedProofs,
  listOwnProofs,
  readProofPdf,
  revokeProof as revokeRoute,
} from "@haitech/contract/hours-proofs"
import type { Deps } from "#deps.ts"
import { findProofByCode, paginateProofs, proofsOf } from "#features/appointments/queries/hours-proofs.ts"
import { proofDocument } from "#features/appointments/service/hours-proof-document.ts"
import { issueProof, presentProof, revokeProof } from "#features/appointments/service/hours-proofs.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"

/** Drawing one takes some 40 ms of a processor. */
const PDF_LIMIT = { name: "proof_pdf.address", limit: 60, windowSeconds: 600 }
const ISSUE_LIMIT = { name: "hours_proof.address", limit: 30, windowSeconds: 3600 }

export const proofRoutes = (deps: Deps) => [
  handle(listOwnProofs, async ({ actor }) => (await proofsOf(deps.db, actor.id)).map(presentProof)),
  handle(issueRoute, async ({ actor, body }) => presentProof(await issueProof(deps, actor, body)), {
    limit: ISSUE_LIMIT,
  }),
  handle(
    readProofPdf,
    async ({ params }) => {
      const row = await findProofByCode(deps.db, params.code)
      if (!row) throw new Problem("hours_proof.unknown")
      const bytes = new Uint8Array(await deps.pdf.render(proofDocument(deps, row)))
      return { type: "application/pdf", name: `hours-proof-${row.code}.pdf`, bytes }
    },
    { limit: PDF_LIMIT },
  ),
  handleStaleRead(listIssuedProofs, async ({ query, db }) => {
    const page = await paginateProofs(db, query)
    return { ...page, rows: page.rows.map((row) => ({ ...presentProof(row), id: row.id })) }
  }),
  handle(revokeRoute, async ({ actor, params, body }) => {
    const row = await revokeProof(deps, actor, params.id, body.reason)
    return { ...presentProof(row), id: row.id }
  }),
]
