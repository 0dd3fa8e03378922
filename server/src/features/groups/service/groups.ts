import type { createGroup, updateGroup } from "@haitech/contract/admin/groups"
import { LANGUAGES } from "@haitech/contract/languages"
import type { ParsedInput } from "@haitech/contract/route"
import type { Deps } from "#deps.ts"
import {
  insertGroup,
  insertTexts,
  lockMentor,
  replaceTexts,
  textsOf,
  updateGroupRow,
} from "#features/groups/queries/admin.ts"
import { lockGroup } from "#features/groups/queries/groups.ts"
import { meetingEnd } from "#features/groups/rules.ts"
import type { StudyGroupRow } from "#features/groups/table.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { Problem } from "#platform/problem.ts"

type GroupForm = ParsedInput<typeof createGroup>["body"]
type GroupChange = ParsedInput<typeof updateGroup>["body"]

/** Idempotent by `id`. @throws {Problem} `mentor.refused`; `request.invalid` when the id belongs to another group */
export async function openGroup(
  { db }: Pick<Deps, "db">,
  actor: Member,
  { id = createId(), ...form }: GroupForm,
): Promise<StudyGroupRow> {
  const values = valuesOf(form)
  return db.transaction(async (tx) => {
    await requireMentor(tx, form.mentorId)
    const meeting = form.meeting ? { meetingId: createId(), meetingRevision: 0 } : {}
    const row = await insertGroup(tx, { ...values, ...meeting, id })
    if (!row) return requireSame(tx, id, form)
    await insertTexts(tx, row.id, writtenTexts(form))
    await record(tx, { actor, action: "group.created", subjectId: row.id, after: factsOf(row) })
    return row
  })
}

/** @throws {Problem} `group.unknown`, `record.changed`, `mentor.refused`, `request.invalid` */
export async function saveGroup(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  id: string,
  { version, ...form }: GroupChange,
): Promise<StudyGroupRow> {
  const values = valuesOf(form)
  return db.transaction(async (tx) => {
    await requireMentor(tx, form.mentorId)
    const before = await requireLocked(tx, id)
    if (before.version !== version) throw new Problem("record.changed")
    if (form.capacity < before.memberCount) {
      throw new Problem("request.invalid", { fields: { capacity: "capacity.too_small" } })
    }
    const row = await updateGroupRow(tx, id, {
      ...values,
      ...calendarEventOf(before, values, now()),
      version: before.version + 1,
    })
    await replaceTexts(tx, id, writtenTexts(form))
    const facts = difference(factsOf(before), factsOf(row))
    await record(tx, { actor, action: "group.updated", subjectId: id, ...facts })
    return row
  })
}

/** @throws {Problem} `group.unknown` */
export async function setClosed(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  id: string,
  isClosed: boolean,
): Promise<StudyGroupRow> {
  return db.transaction(async (tx) => {
    const before = await requireLocked(tx, id)
    if ((before.closedAt !== null) === isClosed) return before
    const closedAt = isClosed ? now() : null
    const row = await updateGroupRow(tx, id, { closedAt, version: before.version + 1 })
    await record(tx, { actor, action: isClosed ? "group.closed" : "group.opened", subjectId: id })
    return row
  })
}

/** @throws {Problem} `group.unknown` */
async function requireLocked(tx: Tx, id: string): Promise<StudyGroupRow> {
  const row = await lockGroup(tx, id)
  if (!row) throw new Problem("group.unknown")
  return row
}

/** @throws {Problem} `request.invalid` */
async function requireSame(tx: Tx, id: string, form: GroupForm): Promise<StudyGroupRow> {
  const row = await requireLocked(tx, id)
  const before = { ...row, texts: wordsOf(await textsOf(tx, [id])) }
  const { after } = difference(before, { ...valuesOf(form), texts: wordsOf(writtenTexts(form)) })
  if (Object.keys(after).length > 0) throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
  return row
}

function wordsOf(texts: ReturnType<typeof writtenTexts>) {
  return LANGUAGES.map((wanted) => {
    const own = texts.find(({ language }) => language === wanted)
    return own && [own.name, own.description]
  })
}

async function requireMentor(tx: Tx, mentorId: string | null): Promise<void> {
  if (mentorId && !(await lockMentor(tx, mentorId))?.mayBeMentor) throw new Problem("mentor.refused")
}

function valuesOf({ capacity, mentorId, meeting }: GroupForm) {
  return {
    capacity,
    mentorId,
    meetingStartsAt: meeting ? new Date(meeting.startsAt) : null,
    meetingMinutes: meeting?.minutes ?? null,
    meetingTimeZone: meeting?.timeZone ?? null,
    meetingUrl: meeting?.url ?? null,
  }
}

/** A meeting that has not ended is moved in calendars; after it, the next one is another event. */
function calendarEventOf(before: StudyGroupRow, { meetingStartsAt }: ReturnType<typeof valuesOf>, now: Date) {
  if (!meetingStartsAt) return { meetingId: null }
  const end = meetingEnd(before)
  if (before.meetingId && end && end > now) return { meetingRevision: before.meetingRevision + 1 }
  return { meetingId: createId(), meetingRevision: 0 }
}

function writtenTexts({ texts }: Pick<GroupForm, "texts">) {
  return LANGUAGES.flatMap((language) => {
    const content = texts[language]
    return content ? [{ ...content, language }] : []
  })
}

/** The audit log outlives the group, so it never has the address of a meeting. */
function factsOf(row: StudyGroupRow) {
  const { capacity, mentorId, meetingStartsAt, meetingMinutes, meetingUrl } = row
  return {
    capacity,
    mentorId,
    meetingStartsAt: meetingStartsAt?.toISOString() ?? null,
    meetingMinutes,
    hasMeetingUrl: meetingUrl !== null,
  }
}
