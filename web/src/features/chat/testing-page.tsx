import type { ChatMessage } from "@haitech/contract/chat"
import type { LiveMessage } from "@haitech/contract/live"
import type { Cursor } from "#platform/offline/sequence.ts"
import { createFakeTimers, createMemoryStorage, type FakeTimers, flushPromises } from "#platform/offline/testing.ts"
import type { Calls, ChatStatus } from "./api.ts"
import { openChat } from "./state.ts"
import type { Entry } from "./unsent-messages.ts"

export const THREAD = "6f5a4c1e-0000-4000-8000-000000000001"
export const networkError = () => new TypeError("Failed to fetch")

/** A fake server with one conversation and injectable faults. */
function createServer(timers: FakeTimers = createFakeTimers()) {
  const messages: ChatMessage[] = []
  const requests: string[] = []
  const seen: number[] = []
  /** Faults of the next responses, per call. */
  const faults: Partial<Record<keyof Calls, (Error | "lost answer")[]>> = {}
  const account = {
    userId: null as string | null,
    session: null as string | null,
    name: "Widline Jean" as string | null,
  }
  const thread = { threadId: null as string | null, messageIds: "m" }
  const server = { messages, requests, seen, faults, ...account, ...thread, isOnline: true, add }

  function add(text: string, fields: Partial<ChatMessage> = {}): ChatMessage {
    server.threadId ??= THREAD
    const existing = messages.find(({ clientId }) => clientId && clientId === fields.clientId)
    if (existing) return existing
    const sequence = messages.length + 1
    const added: ChatMessage = {
      id: `${server.messageIds}${sequence}`,
      sequence,
      clientId: null,
      senderType: "admin",
      name: "Guerda",
      message: text,
      createdAt: new Date(timers.now()).toISOString(),
      ...fields,
    }
    messages.push(added)
    return added
  }

  async function respond<T>(call: keyof Calls, run: () => T): Promise<T> {
    requests.push(call)
    await Promise.resolve()
    const fault = faults[call]?.shift()
    if (fault instanceof Error) throw fault
    const result = run()
    if (fault) throw networkError()
    return result
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
    chatStatus: () => respond("chatStatus", chatStatus),
    messages: (cursor) => respond("messages", () => listMessages(messages, cursor)),
    send: ({ id, name, message }) =>
      respond("send", () => add(message, { clientId: id ?? null, senderType: "guest", name })),
    see: (sequence) => respond("see", () => void seen.push(sequence)),
    report: () => respond("report", () => undefined),
    resume: () => respond("resume", () => true),
  }
  return Object.assign(server, { calls, timers })
}

function listMessages(messages: readonly ChatMessage[], { after, before }: Cursor): ChatMessage[] {
  if (after !== undefined) return messages.slice(Number(after), Number(after) + 100)
  const last = before === undefined ? messages.length : Number(before) - 1
  return messages.slice(Math.max(0, last - 100), last)
}

export function createPage(server = createServer(), storage = createMemoryStorage()) {
  const { timers } = server
  let count = 0
  const connections: {
    onMessage(message: LiveMessage): void
    onState(isConnected: boolean): void
    isClosed: boolean
  }[] = []
  const chat = openChat({
    calls: server.calls,
    timers,
    storage,
    session: () => server.session,
    maxRows: 100,
    maxLength: 2000,
    withTabLock: (run) => run(),
    isOnline: () => server.isOnline,
    newId: () => `id-${timers.now()}-${++count}`,
    openLive(handlers) {
      const connection = { ...handlers, isClosed: false }
      connections.push(connection)
      return { close: () => Object.assign(connection, { isClosed: true }) }
    },
  })
  const shownEntries = () => chat.view().entries.map((entry) => [entry.state, messageText(entry)] as const)
  async function write(message: string): Promise<void> {
    chat.type("name", "Ada")
    chat.type("message", message)
    if (chat.send().length > 0) throw new Error("the form is invalid")
    await flushPromises()
  }
  return { chat, server, storage, timers, connections, shownEntries, write }
}

function messageText(entry: Entry): string {
  return entry.state === "sent" ? entry.message.message : entry.unsent.body.message
}
