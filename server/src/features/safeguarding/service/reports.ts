import { type ENTRY_ROLES, QUOTE_LENGTH } from "@haitech/contract/admin/safeguarding"
import { addEntry, openCaseAbout } from "#features/safeguarding/queries/cases.ts"
import type { SafeguardingCaseRow } from "#features/safeguarding/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

export interface Report extends Pick<SafeguardingCaseRow, "subjectKind" | "subjectId" | "category"> {
  readonly role: Exclude<(typeof ENTRY_ROLES)[number], "staff">
  readonly reporterId: string | null
  readonly text: string | null
  /** What was reported, as it was: it may be changed or deleted later. */
  readonly quote: string | null
}

/** Opens a case, or adds to the one that is open about the same. */
export async function openCase(tx: Tx, report: Report, now: Date): Promise<void> {
  const { subjectKind, subjectId, category, role, reporterId: authorId, text } = report
  const { row, isNew } = await openCaseAbout(tx, { subjectKind, subjectId, category })
  const quote = report.quote?.slice(-QUOTE_LENGTH) || null
  await addEntry(tx, row.id, { kind: "report", role, authorId, text, quote, createdAt: now })
  if (isNew) await enqueue(tx, { kind: "case.opened", key: `case.opened:${row.id}`, payload: { id: row.id } })
}
