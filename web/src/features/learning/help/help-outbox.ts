import type { LessonId } from "@haitech/contract/ids"
import type { askForHelp } from "@haitech/contract/learning"
import type { ParsedInput } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { createId } from "#platform/forms/create-id.ts"
import { request } from "#platform/http/request.ts"
import { GUEST_OWNER, type ItemState, openAccountQueue } from "#platform/offline/account-queue.ts"
import { HELP_PREFIX } from "./waiting-help.ts"

interface Question extends Omit<ParsedInput<typeof askForHelp>["body"], "id"> {
  readonly lessonId: LessonId
}

/** `waiting`: kept until there is a connection. A refused question is sent again only by the learner. */
export type HelpState =
  | { readonly name: "none" | "sent" | Exclude<ItemState, "refused"> }
  | { readonly name: "refused"; readonly reason: string; readonly question: string }

const sentFrom = new Set<LessonId>()
let outbox: ReturnType<typeof openHelpOutbox> | undefined

/** The questions that the server does not have yet, one outbox for each page. */
export function helpOutbox() {
  outbox ??= openHelpOutbox()
  return outbox
}

function openHelpOutbox() {
  const queue = openAccountQueue<Question, unknown>({
    keyPrefix: HELP_PREFIX,
    lock: "help",
    send: ({ id, body: { lessonId, ...body } }) =>
      request(routes.askForHelp, { params: { id: lessonId }, body: { ...body, id } }, document.documentElement.lang),
    onRemoved(questions) {
      for (const { body } of questions) sentFrom.add(body.lessonId)
    },
  })
  const own = (lessonId: LessonId) => queue.own().find(({ body }) => body.lessonId === lessonId)

  return {
    retryNow: queue.retryNow,
    subscribe: queue.subscribe,
    stateOf(lessonId: LessonId): HelpState {
      const unsent = own(lessonId)
      if (!unsent) return { name: sentFrom.has(lessonId) ? "sent" : "none" }
      const name = queue.stateOf(unsent)
      return name === "refused" ? { name, reason: unsent.refusal ?? "", question: unsent.body.question } : { name }
    },
    /** Keeps the question on the device, then sends it. It takes the place of a refused one. `owner` is the page's. */
    ask(question: Question, owner: string | null): void {
      const refused = own(question.lessonId)
      if (refused) queue.drop(refused.id)
      sentFrom.add(question.lessonId)
      void queue.put({ id: createId(), owner: owner ?? GUEST_OWNER, writtenAt: Date.now(), body: question })
    },
    askAnother(lessonId: LessonId): void {
      sentFrom.delete(lessonId)
      queue.announce()
    },
  }
}
