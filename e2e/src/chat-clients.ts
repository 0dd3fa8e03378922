import type { ChatRecord } from "@haitech/contract/admin/chat"
import { CHAT_LENGTH, CHAT_ROWS, type ChatMessage } from "@haitech/contract/chat"
import { type Chat, openChat } from "@haitech/web/features/chat/state.ts"
import { openLive } from "@haitech/web/platform/http/live.ts"
import { CallFailed } from "@haitech/web/platform/http/request.ts"
import { openSendQueue } from "@haitech/web/platform/offline/send-queue.ts"
import { type Cursor, memoryStore, openSequence } from "@haitech/web/platform/offline/sequence.ts"
import type { Timers } from "@haitech/web/platform/offline/single-flight.ts"
import type { TextStorage } from "@haitech/web/platform/offline/storage.ts"
import { WebSocket } from "ws"

/** Timers run ten times as fast as in a browser: half a minute takes three seconds. */
const SPEEDUP = 10
const RESPONSE_TIMEOUT_MS = 2000
const timers: Timers = {
  now: () => Date.now() * SPEEDUP,
  after(ms, callback) {
    const timeout = setTimeout(callback, ms / SPEEDUP)
    return () => clearTimeout(timeout)
  },
}

type LiveHandlers = Parameters<typeof openLive>[0]

/** A cookie jar for programs. Each request goes to the next of `urls`, in turn. */
export function createBrowser(urls: readonly string[]) {
  const cookies = new Map<string, string>()
  let requestCount = 0
  const url = () => urls[requestCount++ % urls.length] ?? ""
  const headers = (origin: string) => ({ origin, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") })

  /** @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws */
  async function call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const origin = url()
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers(origin), ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    if (!response.ok) throw new CallFailed(response.status, text, null)
    return (text ? JSON.parse(text) : undefined) as Reply
  }

  /** Opens the live connection as a page does, with this browser's cookies on the handshake. */
  function live(handlers: LiveHandlers): ReturnType<typeof openLive> {
    const origin = url()
    handshakeHeaders = headers(origin)
    return openLive(handlers, `${origin.replace("http", "ws")}/ws`)
  }

  return { call, live }
}

/** The headers of the next handshake: the WebSocket constructor has no parameter for them. */
let handshakeHeaders: Record<string, string> = {}

/** Replaces the browser's WebSocket: the handshake carries the headers of the browser that opens it. */
export class PageSocket extends WebSocket {
  constructor(address: string) {
    super(address, { headers: handshakeHeaders })
    // In a browser, a socket that is closed while it opens raises no error.
    this.on("error", () => undefined)
  }
}

/** A storage that outlives its page, like localStorage. */
export function createStorage(): TextStorage {
  const entries = new Map<string, string>()
  return {
    get: (name) => entries.get(name) ?? null,
    set: (name, text) => void entries.set(name, text),
    remove: (name) => void entries.delete(name),
    names: () => [...entries.keys()],
  }
}

interface ClientOptions {
  readonly browser: ReturnType<typeof createBrowser>
  readonly storage: TextStorage
  /** Called with the id of each message that the server has acknowledged. */
  readonly onAcknowledged: (id: string) => void
}

/** Opens the chat panel's state of a visitor, without the panel. */
export function openVisitor({ browser, storage, onAcknowledged }: ClientOptions): Chat {
  const chat = openChat({
    calls: {
      chatStatus: () => browser.call("GET", "/api/chat/desk"),
      messages: (cursor) => browser.call("GET", withCursor("/api/chat", cursor)),
      async send(input) {
        const message = await browser.call<ChatMessage>("POST", "/api/chat", input)
        onAcknowledged(input.id ?? "")
        return message
      },
      see: (sequence) => browser.call("POST", "/api/chat/seen", { sequence }),
      report: (reason) => browser.call("POST", "/api/chat/report", { reason }),
      async resume(token) {
        await browser.call("POST", "/api/chat/resume", { token })
        return true
      },
    },
    timers,
    openLive: browser.live,
    maxRows: CHAT_ROWS,
    maxLength: CHAT_LENGTH,
    storage,
    session: () => null,
    withTabLock: (run) => run(),
    isOnline: () => true,
    newId: () => crypto.randomUUID(),
  })
  void chat.open()
  return chat
}

/** Opens the chat of an administrator who replies in several conversations at once, with the admin area's own modules. */
export function openAdmin({ browser, storage, onAcknowledged }: ClientOptions) {
  const threads = openThreadLists(browser)
  const sendQueue = openSendQueue<{ readonly threadId: string; readonly message: string }, ChatRecord>({
    keyPrefix: "answer.",
    storage,
    timers,
    withTabLock: (run) => run(),
    isOnline: () => true,
    canSend: () => true,
    async send({ id, body }) {
      const record = await browser.call<ChatRecord>("POST", "/api/admin/chat/respond", { ...body, id })
      onAcknowledged(id)
      return record
    },
    onSent: (_, record) => void threads.refresh(record.threadId),
    onFailed: () => undefined,
    onRemoved: () => undefined,
    onChange: () => undefined,
  })
  const live = browser.live({
    onMessage: (message) =>
      void (message.type === "new_message" ? threads.refresh(message.threadId) : threads.refreshAll()),
    onState: (isConnected) => {
      if (isConnected) void threads.refreshAll()
    },
  })
  return {
    threadIds: threads.ids,
    /** Loads the whole conversation and returns its messages' texts. */
    async readAll(threadId: string) {
      const list = threads.get(threadId)
      await list.catchUp()
      for (let page = 0; list.hasEarlier() && page < 100; page++) await list.readEarlier()
      return list.rows().map(({ message }) => message)
    },
    reply: (threadId: string, message: string) =>
      sendQueue.put({
        id: crypto.randomUUID(),
        owner: "admin",
        writtenAt: timers.now(),
        body: { threadId, message },
      }),
    countUnsent: () => sendQueue.list().length,
    close: () => live.close(),
  }
}

function withCursor(path: string, cursor: Cursor): string {
  return `${path}?${new URLSearchParams({ ...cursor })}`
}

/** The message lists of the admin area's conversations, by thread id. */
function openThreadLists(browser: ReturnType<typeof createBrowser>) {
  const lists = new Map<string, ReturnType<typeof openSequence<ChatRecord>>>()
  const get = (threadId: string) => {
    const existing = lists.get(threadId)
    if (existing) return existing
    const path = `/api/admin/chat/threads/${threadId}/messages`
    const list = openSequence<ChatRecord>({
      store: memoryStore(() => undefined),
      read: (cursor) => browser.call("GET", withCursor(path, cursor)),
      limit: CHAT_ROWS,
    })
    lists.set(threadId, list)
    return list
  }
  const refresh = (threadId: string) =>
    get(threadId)
      .catchUp()
      .catch(() => undefined)
  const refreshAll = async () => {
    const threads = await browser.call<{ id: string }[]>("GET", "/api/admin/chat/threads?limit=100").catch(() => [])
    for (const { id } of threads) await refresh(id)
  }
  return { ids: () => [...lists.keys()], get, refresh, refreshAll }
}
