import type { ChatMessage } from "@haitech/contract/chat"
import type { LiveMessage } from "@haitech/contract/live"
import type { Cursor } from "#platform/sequence.ts"
import { calm, type StillTimers, sharedStorage, stillTimers } from "#platform/testing.ts"
import type { Calls, ChatStatus } from "./api.ts"
import { type Entry, openChat } from "./state.ts"

export const THREAD = "6f5a4c1e-0000-4000-8000-000000000001"
export const lost = () => new TypeError("Failed to fetch")

/** The office's end of the line: one conversation, and whatever goes wrong with the answers. */
function newServer(timers: StillTimers = stillTimers()) {
  const messages: ChatMessage[] = []
  const asked: string[] = []
  const seen: number[] = []
  /** By call: what its next answers are, instead of what they should be. */
  const wrong: Partial<Record<keyof Calls, (Error | "lost answer")[]>> = {}
  const account = { userId: null as string | null, name: "Widline Jean" as string | null }
  const server = { messages, asked, seen, wrong, ...account, threadId: null as string | null, add }

  function add(text: string, more: Partial<ChatMessage> = {}): ChatMessage {
    server.threadId ??= THREAD
    const known = messages.find(({ clientId }) => clientId && clientId === more.clientId)
    if (known) return known
    const sequence = messages.length + 1
    const added: ChatMessage = {
      id: `m${sequence}`,
      sequence,
      clientId: null,
      senderType: "admin",
      name: "Guerda",
      message: text,
      createdAt: new Date(timers.now()).toISOString(),
      ...more,
    }
    messages.push(added)
    return added
  }

  async function answer<T>(call: keyof Calls, act: () => T): Promise<T> {
    asked.push(call)
    await Promise.resolve()
    const fault = wrong[call]?.shift()
    if (fault instanceof Error) throw fault
    const result = act()
    if (fault) throw lost()
    return result
  }

  function listed({ after, before }: Cursor): ChatMessage[] {
    if (after !== undefined) return messages.slice(after, after + 100)
    const last = before === undefined ? messages.length : before - 1
    return messages.slice(Math.max(0, last - 100), last)
  }

  const chatStatus = (): ChatStatus => ({
    isStaffHere: false,
    opensAt: null,
    userId: server.userId,
    threadId: server.threadId,
    name: server.userId ? server.name : null,
    email: server.userId ? "widline@example.org" : null,
  })
  const calls: Calls = {
    chatStatus: () => answer("chatStatus", chatStatus),
    messages: (place) => answer("messages", () => listed(place)),
    send: ({ id, name, message }) =>
      answer("send", () => add(message, { clientId: id ?? null, senderType: "guest", name })),
    see: (sequence) => answer("see", () => void seen.push(sequence)),
    report: () => answer("report", () => undefined),
    resume: () => answer("resume", () => undefined),
  }
  return Object.assign(server, { calls, timers })
}

/** A page with the chat on it. */
export function newPage(server = newServer(), storage = sharedStorage()) {
  const { timers } = server
  let at = 0
  const lines: { onMessage(message: LiveMessage): void; onState(is: boolean): void; isClosed: boolean }[] = []
  const chat = openChat({
    calls: server.calls,
    timers,
    storage,
    most: 100,
    longest: 2000,
    withTabLock: (act) => act(),
    newId: () => `id-${timers.now()}-${++at}`,
    openLive(handlers) {
      const line = { ...handlers, isClosed: false }
      lines.push(line)
      return { close: () => Object.assign(line, { isClosed: true }) }
    },
  })
  const shown = () => chat.view().entries.map((entry) => [entry.state, textOf(entry)] as const)
  async function write(message: string): Promise<void> {
    chat.type("name", "Ada")
    chat.type("message", message)
    if (chat.send().length > 0) throw new Error("something is wrong with what was written")
    await calm()
  }
  return { chat, server, storage, timers, lines, shown, write }
}

function textOf(entry: Entry): string {
  return entry.state === "sent" ? entry.message.message : entry.unsent.body.message
}
