import type {
  listChatMessages,
  markChatSeen,
  readChatStatus,
  reportChat,
  resumeChat,
  sendChat,
} from "@haitech/contract/chat"
import type { Language } from "@haitech/contract/languages"
import type { Reply, Route, RouteInput } from "@haitech/contract/route"
import { request } from "#platform/http/request.ts"
import type { Cursor } from "#platform/offline/sequence.ts"
import { withTabLock } from "#platform/offline/single-flight.ts"

// Importing the contract's values would cost more bytes than the whole panel.
const CHAT_STATUS = { method: "GET", path: "/api/chat/desk" } as typeof readChatStatus
const LIST = { method: "GET", path: "/api/chat" } as typeof listChatMessages
const SEND = { method: "POST", path: "/api/chat" } as typeof sendChat
const SEE = { method: "POST", path: "/api/chat/seen" } as typeof markChatSeen
const REPORT = { method: "POST", path: "/api/chat/report" } as typeof reportChat
const RESUME = { method: "POST", path: "/api/chat/resume" } as typeof resumeChat

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
  const call = <R extends Route>(route: R, input: RouteInput<R>) =>
    request(route, input, language, { signal: AbortSignal.timeout(TIMEOUT_MS) }) as Promise<Reply<R>>
  return {
    // On a first visit, two tabs without a lock would get two thread keys, and one would lose its conversation.
    chatStatus: () => withTabLock("chat.desk", () => call(CHAT_STATUS, {})),
    messages: (cursor: Cursor) => call(LIST, { query: cursorQuery(cursor) }),
    send: (body: NewMessage) => call(SEND, { body }),
    see: (sequence: number) => call(SEE, { body: { sequence } }),
    report: (reason: string) => call(REPORT, { body: { reason } }),
    resume: (token: string) => call(RESUME, { body: { token } }),
  }
}

function cursorQuery(cursor: Cursor): Partial<Record<keyof Cursor, string>> {
  return Object.fromEntries(Object.entries(cursor).map(([name, number]) => [name, String(number)]))
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
