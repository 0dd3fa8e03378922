import type {
  listChatMessages,
  readChatStatus,
  reportChat,
  resumeChat,
  seeChat,
  sendChat,
} from "@haitech/contract/chat"
import type { Language } from "@haitech/contract/languages"
import type { Reply, Route, Sent } from "@haitech/contract/route"
import { request } from "#platform/request.ts"
import type { Cursor } from "#platform/sequence.ts"
import { withTabLock } from "#platform/single-flight.ts"

// The contract itself would cost the reader more than the panel.
const CHAT_STATUS = { method: "GET", path: "/api/chat/desk" } as typeof readChatStatus
const LIST = { method: "GET", path: "/api/chat" } as typeof listChatMessages
const SEND = { method: "POST", path: "/api/chat" } as typeof sendChat
const SEE = { method: "POST", path: "/api/chat/seen" } as typeof seeChat
const REPORT = { method: "POST", path: "/api/chat/report" } as typeof reportChat
const RESUME = { method: "POST", path: "/api/chat/resume" } as typeof resumeChat

/** Stricter than the browser's own, as the server is. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** No answer for so long is no answer: what was asked is asked again. */
const ANSWER_MS = 20_000

export type ChatStatus = Reply<typeof readChatStatus>
export type Written = Sent<typeof sendChat>["body"]
type Form = Readonly<Record<"name" | "email" | "message", string>>
export type Calls = ReturnType<typeof chatCalls>

/** The calls of §7 that the panel makes. */
export function chatCalls(language: Language) {
  const make = <R extends Route>(route: R, sent: Sent<R>) =>
    request(route, sent, language, { signal: AbortSignal.timeout(ANSWER_MS) }) as Promise<Reply<R>>
  return {
    // Two tabs of a first visit would get two keys, and one of them lose its conversation.
    chatStatus: () => withTabLock("chat.desk", () => make(CHAT_STATUS, {})),
    messages: (place: Cursor) => make(LIST, { query: inWords(place) }),
    send: (written: Written) => make(SEND, { body: written }),
    see: (sequence: number) => make(SEE, { body: { sequence } }),
    report: (reason: string) => make(REPORT, { body: { reason } }),
    resume: (token: string) => make(RESUME, { body: { token } }),
  }
}

function inWords(place: Cursor): Partial<Record<keyof Cursor, string>> {
  return Object.fromEntries(Object.entries(place).map(([name, number]) => [name, String(number)]))
}

/** What is sent of it. */
export function bodyOf({ name, email, message }: Form): Omit<Written, "id"> {
  const body = { name: name.trim(), message: message.trim() }
  return email.trim() ? { ...body, email: email.trim() } : body
}

/** The fields that keep it from being sent, the first one first. */
export function wrongIn({ name, email, message }: Omit<Written, "id">, longest: number): (keyof Form)[] {
  return [
    ...(name ? [] : ["name" as const]),
    ...(email && !EMAIL.test(String(email)) ? ["email" as const] : []),
    ...(message && message.length <= longest ? [] : ["message" as const]),
  ]
}
