import type { readChatStatus, sendChat } from "@haitech/contract/chat"
import type { Language } from "@haitech/contract/languages"
import type { Reply, RouteInput } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { request } from "#platform/http/request.ts"
import type { Cursor } from "#platform/offline/sequence.ts"
import { withTabLock } from "#platform/offline/single-flight.ts"

/** Stricter than the browser's check, and the same as the server's. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** The panel gives up on a request after this time and retries it. */
const TIMEOUT_MS = 20_000

export type ChatStatus = Reply<typeof readChatStatus>
export type NewMessage = RouteInput<typeof sendChat>["body"]
type Form = Readonly<Record<"name" | "email" | "message", string>>
export type Calls = ReturnType<typeof chatCalls>

/** The requests of spec §7 that the panel makes. */
export function chatCalls(language: Language) {
  const limit = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })
  return {
    // On a first visit, two tabs without a lock would get two thread keys, and one would lose its conversation.
    chatStatus: () => withTabLock("chat.desk", () => request(routes.readChatStatus, {}, language, limit())),
    messages: (cursor: Cursor) => request(routes.listChatMessages, { query: cursor }, language, limit()),
    send: (body: NewMessage) => request(routes.sendChat, { body }, language, limit()),
    see: (sequence: number) => request(routes.markChatSeen, { body: { sequence } }, language, limit()),
    report: (reason: string) => request(routes.reportChat, { body: { reason } }, language, limit()),
    async resume(token: string, status: ChatStatus) {
      const link = await import("./chat-link.ts")
      return await link.followLink(token, status, language)
    },
  }
}

/** The request body for the form's values. */
export function createBody({ name, email, message }: Form): Omit<NewMessage, "id"> {
  const body = { name: name.trim(), message: message.trim() }
  return email.trim() ? { ...body, email: email.trim() } : body
}

/** The invalid fields in form order. */
export function invalidFields({ name, email, message }: Omit<NewMessage, "id">, maxLength: number): (keyof Form)[] {
  return [
    ...(name ? [] : ["name" as const]),
    ...(email && !EMAIL.test(String(email)) ? ["email" as const] : []),
    ...(message && message.length <= maxLength ? [] : ["message" as const]),
  ]
}
