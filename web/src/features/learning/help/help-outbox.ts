import type { LessonId } from "@haitech/contract/ids"
import type { askForHelp } from "@haitech/contract/learning"
import type { ParsedInput } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { currentAccount, isOwn } from "#features/learning/device-log.ts"
import { createId } from "#platform/forms/create-id.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { openSendQueue } from "#platform/offline/send-queue.ts"
import { realTimers, withTabLock } from "#platform/offline/single-flight.ts"
import { openStorage } from "#platform/offline/storage.ts"
import { HELP_PREFIX } from "./waiting-help.ts"

interface Question extends Omit<ParsedInput<typeof askForHelp>["body"], "id"> {
  readonly lessonId: LessonId
}

/** `waiting`: kept until there is a connection. A refused question is sent again only by the learner. */
export type HelpState =
  | { readonly name: "none" | "sending" | "waiting" | "sent" }
  | { readonly name: "refused"; readonly reason: string; readonly question: string }

const UNAUTHORIZED = 401
const listeners = new Set<() => void>()
const sentFrom = new Set<LessonId>()
let outbox: ReturnType<typeof openHelpOutbox> | undefined

/** The questions that the server does not have yet, one outbox for each page. */
export function helpOutbox() {
  outbox ??= openHelpOutbox()
  return outbox
}

function openHelpOutbox() {
  const queue = openSendQueue<Question, unknown>({
    storage: openStorage(),
    keyPrefix: HELP_PREFIX,
    timers: realTimers,
    withTabLock: (run) => withTabLock("help", run),
    isOnline: () => navigator.onLine,
    canSend: ({ owner }) => navigator.onLine && isOwn(owner),
    send: ({ id, owner, body }) => send(id, owner, body),
    onSent: () => undefined,
    onFailed: () => undefined,
    onRemoved: () => {
      for (const { body } of queue.removed()) sentFrom.add(body.lessonId)
    },
    onChange: announce,
  })
  addEventListener("offline", announce)
  addEventListener("storage", ({ key }) => key?.startsWith(HELP_PREFIX) && queue.reread())
  queue.reread()
  const own = (lessonId: LessonId) => queue.list().find(({ owner, body }) => isOwn(owner) && body.lessonId === lessonId)

  return {
    retryNow: queue.retryNow,
    subscribe(onChange: () => void) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    stateOf(lessonId: LessonId): HelpState {
      const unsent = own(lessonId)
      if (!unsent) return { name: sentFrom.has(lessonId) ? "sent" : "none" }
      if (unsent.refusal !== undefined)
        return { name: "refused", reason: unsent.refusal, question: unsent.body.question }
      return { name: !navigator.onLine || queue.isWaiting(unsent.id) ? "waiting" : "sending" }
    },
    /** Keeps the question on the device, then sends it. It takes the place of a refused one. `owner` is the page's. */
    ask(question: Question, owner: string | null): void {
      const refused = own(question.lessonId)
      if (refused) queue.drop(refused.id)
      sentFrom.add(question.lessonId)
      void queue.put({
        id: createId(),
        owner: owner ?? "",
        writtenAt: Date.now(),
        body: question,
      })
    },
    askAnother(lessonId: LessonId): void {
      sentFrom.delete(lessonId)
      announce()
    },
  }
}

function announce(): void {
  for (const notify of listeners) notify()
}

/** Only for the account that asked: otherwise the queue waits and tries again. */
async function send(id: string, owner: string, { lessonId, ...body }: Question): Promise<unknown> {
  const { lang } = document.documentElement
  if ((await currentAccount()) === null || !isOwn(owner)) throw new Error("another account is signed in")
  try {
    return await request(routes.askForHelp, { params: { id: lessonId }, body: { ...body, id } }, lang)
  } catch (error) {
    if (error instanceof CallFailed && error.status === UNAUTHORIZED) throw new Error("signed out", { cause: error })
    throw error
  }
}
