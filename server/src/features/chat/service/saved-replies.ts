import type { Deps } from "#deps.ts"
import {
  deleteSavedReply,
  insertSavedReply,
  lockSavedReply,
  type SavedReplyTexts,
  updateSavedReply,
} from "#features/chat/queries/saved-replies.ts"
import type { SavedReplyRow } from "#features/chat/table.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { Problem } from "#platform/problem.ts"

type ReplyInput = { readonly [Field in keyof SavedReplyTexts]?: SavedReplyTexts[Field] | undefined } & {
  readonly title: string
}

/** @throws {Problem} `request.invalid` when no language has a text, or another reply has the title */
export async function createReply({ db }: Pick<Deps, "db">, actor: Member, input: ReplyInput): Promise<SavedReplyRow> {
  const texts = requireText(input)
  return refuseTakenTitle(() =>
    db.transaction(async (tx) => {
      const reply = await insertSavedReply(tx, texts)
      await record(tx, { actor, action: "saved_reply.created", subjectId: reply.id, after: { ...texts } })
      return reply
    }),
  )
}

/** @throws {Problem} `record.unknown`, and what `createReply` throws */
export async function changeReply(
  { db }: Pick<Deps, "db">,
  actor: Member,
  { id, ...input }: ReplyInput & { readonly id: string },
): Promise<SavedReplyRow> {
  const texts = requireText(input)
  return refuseTakenTitle(() =>
    db.transaction(async (tx) => {
      const before = await lockSavedReply(tx, id)
      if (!before) throw new Problem("record.unknown")
      const reply = await updateSavedReply(tx, id, texts)
      const facts = difference({ ...before }, { ...texts })
      await record(tx, { actor, action: "saved_reply.updated", subjectId: id, ...facts })
      return reply
    }),
  )
}

export async function deleteReply({ db }: Pick<Deps, "db">, actor: Member, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const reply = await deleteSavedReply(tx, id)
    if (!reply) throw new Problem("record.unknown")
    await record(tx, { actor, action: "saved_reply.deleted", subjectId: id, before: requireText(reply) })
  })
}

function requireText({ title, en = null, fr = null, ht = null, es = null }: ReplyInput): SavedReplyTexts {
  if (!(en ?? fr ?? ht ?? es)) throw new Problem("request.invalid", { fields: { en: "reply.required" } })
  return { title, en, fr, ht, es }
}

async function refuseTakenTitle(save: () => Promise<SavedReplyRow>): Promise<SavedReplyRow> {
  try {
    return await save()
  } catch (error) {
    if (!isConflict(error)) throw error
    throw new Problem("request.invalid", { fields: { title: "title.taken" } })
  }
}
