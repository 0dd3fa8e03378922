import {
  issueLetter as issueRoute,
  listIssuedLetters,
  listOwnLetters,
  readLetterPdf,
  revokeLetter as revokeRoute,
} from "@haitech/contract/hours-letters"
import type { Deps } from "#deps.ts"
import { findLetterByCode, lettersOf, paginateLetters } from "#features/appointments/queries/letters.ts"
import { letterDocument } from "#features/appointments/service/letter-document.ts"
import { issueLetter, presentLetter, revokeLetter } from "#features/appointments/service/letters.ts"
import { handle } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"

/** Drawing one takes some 40 ms of a processor. */
const PDF_LIMIT = { name: "letter_pdf.address", limit: 60, windowSeconds: 600 }
const ISSUE_LIMIT = { name: "letter.address", limit: 30, windowSeconds: 3600 }

export const letterRoutes = (deps: Deps) => [
  handle(listOwnLetters, async ({ actor }) => (await lettersOf(deps.db, actor.id)).map(presentLetter)),
  handle(issueRoute, async ({ actor, body }) => presentLetter(await issueLetter(deps, actor, body)), {
    limit: ISSUE_LIMIT,
  }),
  handle(
    readLetterPdf,
    async ({ params }) => {
      const row = await findLetterByCode(deps.db, params.code)
      if (!row) throw new Problem("letter.unknown")
      const bytes = new Uint8Array(await deps.pdf.render(letterDocument(deps, row)))
      return { type: "application/pdf", name: `hours-letter-${row.code}.pdf`, bytes }
    },
    { limit: PDF_LIMIT },
  ),
  handle(listIssuedLetters, async ({ query }) => {
    const page = await paginateLetters(deps.db, query)
    return { ...page, rows: page.rows.map((row) => ({ ...presentLetter(row), id: row.id })) }
  }),
  handle(revokeRoute, async ({ actor, params, body }) => {
    const row = await revokeLetter(deps, actor, params.id, body.reason)
    return { ...presentLetter(row), id: row.id }
  }),
]
