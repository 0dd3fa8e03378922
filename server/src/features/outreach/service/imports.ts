import { createHash } from "node:crypto"
import { IMPORT_SAMPLE_ROWS, type ImportReport, type UndoneImport } from "@haitech/contract/admin/imports"
import type { MembershipImportId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  type AddedMember,
  countImported,
  deleteUnchanged,
  findMemberAddresses,
  insertImport,
  insertMembers,
  lockImport,
  setImportCounts,
  setImportUndone,
} from "#features/outreach/queries/imports.ts"
import { lineRanges } from "#features/outreach/rules.ts"
import type { MembershipImportRow } from "#features/outreach/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { csv } from "#platform/csv.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { finalBefore } from "#platform/deletions.ts"
import { deleteEffects, enqueueMany } from "#platform/jobs/outbox.ts"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"
import { checkFile, type FileIssue, type FileMember } from "./import-file.ts"
import { applyStoredChoices } from "./newsletters.ts"
import type { Recipient } from "./visitors.ts"

/** What an import would do. @throws {Problem} `request.invalid` when the file is no table of people */
export async function checkImport(
  { db, site, now }: Pick<Deps, "db" | "site" | "now">,
  file: File,
  language: Language,
): Promise<ImportReport> {
  const { members, issues, ignoredColumns } = await checkFile(file, site, now())
  const existing = await findMemberAddresses(db, members.map(addressOf))
  const added = members.filter((row) => !existing.has(addressOf(row)))
  const texts = issues.map((issue) => ({ ...issue, message: messageOf(issue, language) }))
  const titles = [text(language, "column.line"), text(language, "column.column"), text(language, "column.message")]
  return {
    added: added.length,
    existing: members.length - added.length,
    leftOut: countLines(issues),
    issues: texts.map(({ line, column, message }) => ({ line, column, message })),
    issueFile: csv([titles, ...texts.map(({ line, column, message }) => [line, column, message])]),
    ignoredColumns: [...ignoredColumns],
    sample: added.slice(0, IMPORT_SAMPLE_ROWS).map(sampleOf),
  }
}

function sampleOf({
  line,
  member: { name, email, program, language, joinedAt },
}: FileMember): ImportReport["sample"][number] {
  return {
    line,
    name,
    email,
    program: program ?? null,
    language: language ?? null,
    joinedAt: joinedAt?.toISOString() ?? null,
  }
}

function messageOf({ error }: FileIssue, language: Language): string {
  return typeof error === "object"
    ? text(language, "import.repeated", { line: error.sameAs })
    : text(language, `field.${error}`)
}

interface ImportRequest {
  readonly id: MembershipImportId
  readonly file: File
  readonly language: Language
  readonly sendsWelcome: boolean
  readonly leavesOut: boolean
}

/** Idempotent by `id`. @throws {Problem} `request.invalid`, also for an id that another import has; `import.nothing_new` */
export async function importMembers(
  { db, keyedHash, site, now }: Pick<Deps, "db" | "keyedHash" | "site" | "now">,
  actor: Member,
  request: ImportRequest,
): Promise<MembershipImportRow> {
  const { id, file, leavesOut } = request
  const { members, issues } = await checkFile(file, site, now())
  const leftOut = countLines(issues)
  if (leftOut > 0 && (!leavesOut || members.length === 0)) {
    throw new Problem("request.invalid", { fields: { file: "import_file.rows_wrong" } })
  }
  const digest = await digestOf(request)
  return db.transaction(async (tx) => {
    const entry = { id, digest, createdAt: now() }
    if (await insertImport(tx, entry)) {
      const added = await insertMembers(tx, newMembers(members, request.language, entry.createdAt), entry)
      if (added.length === 0) throw new Problem("import.nothing_new")
      const counts = { imported: added.length, existing: members.length - added.length, leftOut }
      await setImportCounts(tx, id, counts)
      const choices = await applyStoredChoices(tx, { keyedHash }, added)
      if (request.sendsWelcome) await sendWelcome(tx, added, choices, entry.createdAt)
      const rows = lineRanges(linesOf(added, members))
      const after = { ...counts, rows, consent: true, sendsWelcome: request.sendsWelcome }
      await record(tx, { actor, action: "membership.imported", subjectId: id, after })
    }
    const stored = await lockImport(tx, id)
    if (stored?.digest !== digest) throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
    return stored
  })
}

async function digestOf({ file, language, sendsWelcome, leavesOut }: ImportRequest): Promise<string> {
  const options = JSON.stringify([language, sendsWelcome, leavesOut])
  return createHash("sha256")
    .update(options)
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("hex")
}

/** Lists show the newest first, by the id within a millisecond: the first row of the file comes first. */
function newMembers(members: readonly FileMember[], language: Language, at: Date) {
  return members.toReversed().map(({ member: { name, email, program, interests, location, ...member } }) => ({
    id: createId(),
    name,
    email,
    program: program ?? null,
    interests: interests ?? null,
    location: location ?? null,
    language: member.language ?? language,
    createdAt: member.joinedAt ?? at,
  }))
}

/** With the key of those who join themselves: nobody gets two on one day. */
async function sendWelcome(
  tx: Tx,
  added: readonly AddedMember[],
  choices: Awaited<ReturnType<typeof applyStoredChoices>>,
  at: Date,
): Promise<void> {
  const day = at.toISOString().slice(0, 10)
  const effects = added.map(({ id, email, language }) => {
    const payload: Recipient & { membershipId: string } = {
      to: email,
      language,
      membershipId: id,
      ...(choices.get(id)?.newslettersEnded && { leftBy: id }),
    }
    return { kind: "membership.welcome", key: `membership.welcome:${id}:${day}`, payload, priority: "low" as const }
  })
  await enqueueMany(tx, effects)
}

function linesOf(added: readonly AddedMember[], members: readonly FileMember[]): number[] {
  const addresses = new Set(added.map(({ email }) => email.toLowerCase()))
  return members.filter((row) => addresses.has(addressOf(row))).map(({ line }) => line)
}

/** @throws {Problem} `record.unknown` also when it is undone already, `import.final` */
export function undoImport(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  id: MembershipImportId,
): Promise<UndoneImport> {
  return db.transaction(async (tx) => {
    const entry = await lockImport(tx, id)
    if (!entry || entry.undoneAt) throw new Problem("record.unknown")
    if (entry.createdAt < finalBefore(now())) throw new Problem("import.final")
    const ids = await deleteUnchanged(tx, entry)
    await deleteEffects(tx, "membershipId", ids)
    await setImportUndone(tx, id, now())
    const after = { deleted: ids.length, remaining: await countImported(tx, id) }
    await record(tx, { actor, action: "membership.import_undone", subjectId: id, after })
    return after
  })
}

function addressOf({ member }: FileMember): string {
  return member.email.toLowerCase()
}

function countLines(issues: readonly FileIssue[]): number {
  return new Set(issues.map(({ line }) => line)).size
}
