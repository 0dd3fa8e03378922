import { CHAT_LENGTH } from "@haitech/contract/chat"
import type { HelpRequest } from "@haitech/contract/help-requests"
import type { askForHelp } from "@haitech/contract/learning"
import type { ParsedInput } from "@haitech/contract/route"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import type { Visitor } from "#features/chat/service/conversation.ts"
import { send } from "#features/chat/service/sending.ts"
import {
  contextOf,
  findHelpRequest,
  findPublishedLesson,
  insertHelpRequest,
  lockHelpRequest,
  paginateHelpRequests,
  setResolved,
} from "#features/learning/queries/help.ts"
import type { HelpRequestRow } from "#features/learning/table/help.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"

type Question = ParsedInput<typeof askForHelp>["body"]

/**
 * Stores the question and sends it as a message of the member's conversation, both or neither.
 * @throws {Problem} `lesson.unknown`, `thread.blocked`, `rate.limited`, `request.invalid` for another member's id
 */
export async function ask(
  deps: Deps,
  visitor: Visitor & { readonly actor: Member },
  lessonId: string,
  input: Question,
): Promise<HelpRequestRow> {
  const { actor } = visitor
  const { id, exerciseId, language, question, tries } = input
  const lesson = await findPublishedLesson(deps.db, lessonId)
  if (!lesson) throw new Problem("lesson.unknown")
  const { firstName, lastName, username } = await requireUser(deps.db, actor.id)
  const name = [firstName, lastName].filter(Boolean).join(" ") || username || text(language, "dashboard.learner")
  await send(deps, { ...visitor, language }, { id, name, message: messageOf(lesson, input) }, async (tx, message) => {
    const row = { id, userId: actor.id, lessonId, courseId: lesson.courseId, language, question, tries }
    const stored = await insertHelpRequest(tx, {
      ...row,
      ...(exerciseId && { exerciseId }),
      messageId: message.id,
      createdAt: deps.now(),
    })
    if (!stored) throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
  })
  const stored = await findHelpRequest(deps.db, id, actor.id)
  // The id is that of a chat message which was no question.
  if (!stored) throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
  return stored
}

export async function listQuestions(deps: Pick<Deps, "db">, query: Parameters<typeof paginateHelpRequests>[1]) {
  const page = await paginateHelpRequests(deps.db, query)
  return { ...page, rows: await withContext(deps, page.rows) }
}

/** @throws {Problem} `record.unknown` */
export async function resolve(
  deps: Pick<Deps, "db" | "now">,
  actor: Member,
  id: string,
  isResolved: boolean,
): Promise<HelpRequest> {
  const row = await deps.db.transaction(async (tx) => {
    const before = await lockHelpRequest(tx, id)
    if (!before || (before.resolvedAt !== null) === isResolved) return before
    const resolvedAt = isResolved ? deps.now() : null
    await setResolved(tx, id, resolvedAt)
    await record(tx, { actor, action: isResolved ? "question.settled" : "question.reopened", subjectId: id })
    return { ...before, resolvedAt }
  })
  const [question] = row ? await withContext(deps, [row]) : []
  if (!question) throw new Problem("record.unknown")
  return question
}

async function withContext({ db }: Pick<Deps, "db">, rows: readonly HelpRequestRow[]): Promise<HelpRequest[]> {
  const contexts =
    rows.length > 0
      ? await contextOf(
          db,
          rows.map(({ id }) => id),
        )
      : new Map()
  return rows.flatMap((row) => {
    const context = contexts.get(row.id)
    if (!context) return []
    const { id, exerciseId, language, question, tries, createdAt, resolvedAt } = row
    const dates = { createdAt: createdAt.toISOString(), resolvedAt: resolvedAt?.toISOString() ?? null }
    return [{ ...context, id, exerciseId, language, question, tries: [...tries], ...dates }]
  })
}

/** What the conversation shows: where the question is from, then the question; the tries are with the question only. */
function messageOf(
  { lesson, course }: { readonly lesson: string; readonly course: string },
  { language, question }: Question,
): string {
  const from = text(language, "help.from", { lesson, course })
  return `${from}\n\n${question}`.slice(0, CHAT_LENGTH)
}
