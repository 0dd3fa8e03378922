import { listHelpRequests, resolveHelpRequest } from "@haitech/contract/help-requests"
import { askForHelp } from "@haitech/contract/learning"
import type { Deps } from "#deps.ts"
import { ask, listQuestions, resolve } from "#features/learning/service/help.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"

export const helpRoutes = (deps: Deps) => [
  handle(askForHelp, async ({ params, body, ...visitor }) => {
    const { id, createdAt } = await ask(deps, visitor, params.id, body)
    return { id, createdAt: createdAt.toISOString() }
  }),
  handleStaleRead(listHelpRequests, ({ query, db }) => listQuestions({ db }, query)),
  handle(resolveHelpRequest, ({ actor, params, body }) => resolve(deps, actor, params.id, body.isResolved)),
]
