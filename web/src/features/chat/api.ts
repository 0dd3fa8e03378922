import type { listChatMessages, readChatDesk, reportChat, resumeChat, seeChat, sendChat } from "@haitech/contract/chat"
import type { Language } from "@haitech/contract/languages"
import type { Reply, Route, Sent } from "@haitech/contract/route"
import { ask } from "#platform/ask.ts"
import type { Place } from "#platform/sequence.ts"
import { inTurn } from "#platform/turns.ts"

// The contract itself would cost the reader more than the panel.
const DESK = { method: "GET", path: "/api/chat/desk" } as typeof readChatDesk
const LIST = { method: "GET", path: "/api/chat" } as typeof listChatMessages
const SEND = { method: "POST", path: "/api/chat" } as typeof sendChat
const SEE = { method: "POST", path: "/api/chat/seen" } as typeof seeChat
const REPORT = { method: "POST", path: "/api/chat/report" } as typeof reportChat
const RESUME = { method: "POST", path: "/api/chat/resume" } as typeof resumeChat

/** Stricter than the browser's own, as the server is. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** No answer for so long is no answer: what was asked is asked again. */
const ANSWER_MS = 20_000

export type Desk = Reply<typeof readChatDesk>
export type Written = Sent<typeof sendChat>["body"]
type Form = Readonly<Record<"name" | "email" | "message", string>>
export type Calls = ReturnType<typeof chatCalls>

/** The calls of §7 that the panel makes. */
export function chatCalls(language: Language) {
  const make = <R extends Route>(route: R, sent: Sent<R>) =>
    ask(route, sent, language, { signal: AbortSignal.timeout(ANSWER_MS) }) as Promise<Reply<R>>
  return {
    // Two tabs of a first visit would get two keys, and one of them lose its conversation.
    desk: () => inTurn("chat.desk", () => make(DESK, {})),
    messages: (place: Place) => make(LIST, { query: inWords(place) }),
    send: (written: Written) => make(SEND, { body: written }),
    see: (sequence: number) => make(SEE, { body: { sequence } }),
    report: (reason: string) => make(REPORT, { body: { reason } }),
    resume: (token: string) => make(RESUME, { body: { token } }),
  }
}

function inWords(place: Place): Partial<Record<keyof Place, string>> {
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
