import {
  issueCertificate,
  listCertificates,
  listIssuedCertificates,
  readCertificatePdf,
  revokeCertificate,
} from "@haitech/contract/certificates"
import type { CourseId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { paginateCertificates } from "#features/learning/queries/certificates.ts"
import { certificateDocument } from "#features/learning/service/certificate-document.ts"
import { findShown, issue, listOf, present, revoke, withShownNames } from "#features/learning/service/certificates.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"

/** Drawing one takes some 40 ms of a processor. A class may print its certificates from one address. */
const PDF_LIMIT = { name: "certificate_pdf.address", limit: 120, windowSeconds: 600 }

export const certificateRoutes = (deps: Deps) => [
  handle(listCertificates, async ({ actor }) =>
    (await listOf(deps, actor)).map((row) => ({ ...present(row), courseId: row.courseId as CourseId })),
  ),
  handle(issueCertificate, async ({ actor, params, body }) => present(await issue(deps, actor, params.id, body))),
  handle(
    readCertificatePdf,
    async ({ params }) => {
      const row = await findShown(deps, params.code)
      if (!row) throw new Problem("certificate.unknown")
      const bytes = new Uint8Array(await deps.pdf.render(certificateDocument(deps, row)))
      return { type: "application/pdf", name: `certificate-${row.code}.pdf`, bytes }
    },
    { limit: PDF_LIMIT },
  ),
  handleStaleRead(listIssuedCertificates, async ({ query, db }) => {
    const page = await paginateCertificates(db, query)
    const rows = await withShownNames(db, page.rows, deps.now())
    return { ...page, rows: rows.map((row) => ({ ...present(row), id: row.id })) }
  }),
  handle(revokeCertificate, async ({ actor, params, body }) => {
    const row = await revoke(deps, actor, params.id, body.reason)
    return { ...present(row), id: row.id }
  }),
]
