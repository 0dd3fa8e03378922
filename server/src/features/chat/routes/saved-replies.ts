import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  updateSavedReply,
} from "@haitech/contract/admin/chat"
import type { Deps } from "#deps.ts"
import { allSavedReplies } from "#features/chat/queries/saved-replies.ts"
import { changeReply, createReply, deleteReply } from "#features/chat/service/saved-replies.ts"
import type { SavedReplyRow } from "#features/chat/table.ts"
import { handle } from "#platform/http/handle.ts"

export const savedReplyRoutes = (deps: Pick<Deps, "db">) => [
  handle(listSavedReplies, async () => (await allSavedReplies(deps.db)).map(present)),
  handle(createSavedReply, async ({ actor, body }) => present(await createReply(deps, actor, body))),
  handle(updateSavedReply, async ({ actor, params, body }) =>
    present(await changeReply(deps, actor, { ...body, id: params.id })),
  ),
  handle(deleteSavedReply, async ({ actor, params }) => {
    await deleteReply(deps, actor, params.id)
    return undefined
  }),
]

function present({ id, title, en, fr, ht, es }: SavedReplyRow): SavedReply {
  return { id, title, en, fr, ht, es }
}
