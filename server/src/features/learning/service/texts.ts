import { LessonError, type LessonText, parseLesson, splitFrontMatter } from "@haitech/content/lesson"
import type { FieldError } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Block } from "@haitech/contract/lessons"
import type { Deps } from "#deps.ts"
import { updateLessonHead } from "#features/learning/queries/shipped.ts"
import {
  countParts,
  deleteDraft,
  findText,
  lockLesson,
  type StoredText,
  saveDraft,
  saveEditedText,
} from "#features/learning/queries/texts.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { Problem } from "#platform/problem.ts"
import { headOf } from "./shipped.ts"

type TextDeps = Pick<Deps, "db" | "now">
interface TextId {
  readonly id: string
  readonly language: Language
}
/** What the form was loaded with; undefined is not compared. */
interface Loaded {
  readonly version?: string | null | undefined
  readonly textVersion?: string | null | undefined
}

export async function findLessonText({ db }: Pick<Deps, "db">, { id, language }: TextId): Promise<StoredText> {
  return known(await findText(db, id, language))
}

/** A draft of an older text stays one. @throws {Problem} `lesson.unknown`, `record.changed` */
export async function saveLessonDraft(
  { db, now }: TextDeps,
  of: TextId,
  { content, ...loaded }: Loaded & { readonly content: string },
): Promise<StoredText> {
  return db.transaction(async (tx) => {
    const { own, draft } = await lockText(tx, of, loaded)
    const baseVersion = draft ? draft.baseVersion : (own?.version ?? null)
    const changes = { content: `${content}\n`, version: createId(), baseVersion, updatedAt: now() }
    await saveDraft(tx, { ...changes, lessonId: of.id, language: of.language })
    return known(await findText(tx, of.id, of.language))
  })
}

/** @throws {Problem} `lesson.unknown`, `record.changed` for another draft than that of `loaded` */
export async function discardDraft(
  { db }: TextDeps,
  actor: Member,
  of: TextId,
  loaded: Loaded = {},
): Promise<StoredText> {
  return db.transaction(async (tx) => {
    await lockText(tx, of, loaded)
    if (await deleteDraft(tx, of.id, of.language))
      await record(tx, { actor, action: "lesson_text.draft_deleted", subjectId: of.id, before: languageOf(of) })
    return known(await findText(tx, of.id, of.language))
  })
}

/** @throws {Problem} `lesson.unknown`, `record.changed` without a draft, `request.invalid` for one with a mistake */
export async function publishDraft(
  { db, now }: TextDeps,
  actor: Member,
  of: TextId,
  { isUpToDate, ...loaded }: Loaded & { readonly isUpToDate: boolean },
): Promise<StoredText> {
  return db.transaction(async (tx) => {
    const { course, draft, own, english } = await lockText(tx, of, loaded)
    if (!draft) throw new Problem("record.changed")
    const translated = of.language === "en" ? undefined : english
    const text = readable(draft.content, isUpToDate ? translated?.version : undefined)
    if (translated && !isSameShape(text.blocks, translated.blocks)) throw invalid("content.differs")
    if (of.language === "en" && text.part > (await countParts(tx, course.id))) throw invalid("content.part_unknown")
    const { source, kind: _, part: __, ...columns } = text
    await saveEditedText(tx, { ...columns, content: source, lessonId: of.id, language: of.language, updatedAt: now() })
    if (of.language === "en") await updateLessonHead(tx, of.id, headOf(text))
    await deleteDraft(tx, of.id, of.language)
    const before = { ...languageOf(of), version: own?.version ?? null }
    const after = { ...languageOf(of), version: text.version }
    await record(tx, { actor, action: "lesson_text.published", subjectId: of.id, before, after })
    return known(await findText(tx, of.id, of.language))
  })
}

export function previewText(content: string) {
  try {
    return { lesson: parseLesson(`${content}\n`), problem: null }
  } catch (error) {
    if (!(error instanceof LessonError)) throw error
    return { lesson: null, problem: { line: lineOf(error.message), message: error.message } }
  }
}

function languageOf({ language }: TextId) {
  return { language }
}

function known(text: StoredText | undefined): StoredText {
  if (!text) throw new Problem("lesson.unknown")
  return text
}

/** The lesson's lock also covers a draft that does not exist yet. */
async function lockText(tx: Tx, { id, language }: TextId, { version, textVersion }: Loaded): Promise<StoredText> {
  await lockLesson(tx, id, "share")
  const text = known(await findText(tx, id, language))
  const { draft, own } = text
  if (version !== undefined && version !== (draft?.version ?? null)) throw new Problem("record.changed")
  if (textVersion !== undefined && textVersion !== (own?.version ?? null)) throw new Problem("record.changed")
  return text
}

function readable(content: string, sourceVersion: string | undefined): LessonText {
  try {
    return parseLesson(sourceVersion === undefined ? content : withSource(content, sourceVersion))
  } catch (error) {
    throw error instanceof LessonError ? invalid("content.unreadable") : error
  }
}

function invalid(content: FieldError): Problem {
  return new Problem("request.invalid", { fields: { content } })
}

/** Names the English version in the front matter, in quotes, because YAML could take it for a number. */
function withSource(content: string, version: string): string {
  const { head, body } = splitFrontMatter(content)
  return `---\n${head.replace(/^source: .*\n/m, "")}source: "${version}"\n---\n${body}`
}

/** Progress and reviews refer to exercises and words, whatever language they were answered in. */
function isSameShape(a: readonly Block[], b: readonly Block[]): boolean {
  return answerable(a).join() === answerable(b).join()
}

function answerable(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "exercise") return [`${block.exercise.type} ${block.exercise.id}`]
    return block.kind === "words" ? block.words.map(({ id }) => `word ${id}`) : []
  })
}

/** A mistake in the YAML of a block names the line of the block, and its own line in it. */
function lineOf(message: string): number | null {
  const [, line] = /\bline (\d+)/.exec(message) ?? []
  const [, below] = /^from line .* at line (\d+)/.exec(message) ?? []
  return line === undefined ? null : Number(line) + Number(below ?? 1) - 1
}
