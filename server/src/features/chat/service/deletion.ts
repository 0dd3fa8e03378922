import type { Deps } from "#deps.ts"
import { publishThreadChange, topics } from "#features/chat/live.ts"
import { lockDeletableThread, purgeThreads, setThreadDeleted } from "#features/chat/queries/threads.ts"
import type { ChatThreadRow } from "#features/chat/table.ts"
import type { Member } from "#platform/actor.ts"
import { type DeletableKind, finalBefore, removeRecord, restoreRecord } from "#platform/deletions.ts"
import { deleteEffects } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { scheduleNextEmail } from "./emails.ts"

const KIND: DeletableKind<string, ChatThreadRow> = {
  unknown: "thread.unknown",
  deleted: "chat.deleted",
  restored: "chat.restored",
  lock: lockDeletableThread,
  setDeleted: setThreadDeleted,
}

type DeletionDeps = Pick<Deps, "db" | "now" | "bus">

/** Deletes no message after `sequence`. @throws {Problem} `thread.unknown`, `thread.of_member`, `thread.changed` */
export async function removeThread(
  deps: DeletionDeps,
  actor: Member,
  { id, sequence }: { readonly id: string; readonly sequence: number },
): Promise<Date> {
  const deletedAt = await removeRecord(deps, actor, {
    kind: KIND,
    id,
    async also(_, { userId, lastSequence }) {
      if (userId) throw new Problem("thread.of_member")
      if (lastSequence !== sequence) throw new Problem("thread.changed")
    },
  })
  await publishThreadChange(deps.bus, id, [topics.thread(id)])
  return deletedAt
}

/** @throws {Problem} `thread.unknown`, `deletion.final` */
export async function restoreThread(deps: DeletionDeps, actor: Member, id: string): Promise<ChatThreadRow> {
  const thread = await restoreRecord(deps, actor, {
    kind: KIND,
    id,
    also: (tx, row) => scheduleNextEmail(tx, row, deps.now()),
  })
  await publishThreadChange(deps.bus, id, [topics.thread(id)])
  return thread
}

export function purgeDeletedThreads({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  return db.transaction(async (tx) => {
    const ids = await purgeThreads(tx, finalBefore(now()))
    if (ids.length > 0) await deleteEffects(tx, "threadId", ids)
  })
}
