import type { ChatRecord } from "@haitech/contract/admin/chat"
import { CHAT_LENGTH, CHAT_ROWS, type ChatMessage } from "@haitech/contract/chat"
import { openChat } from "@haitech/web/features/chat/state.ts"
import { openLive } from "@haitech/web/platform/live.ts"
import { CallFailed } from "@haitech/web/platform/request.ts"
import { openSendQueue } from "@haitech/web/platform/send-queue.ts"
import { listByNumber } from "@haitech/web/platform/sequence.ts"
import type { Timers } from "@haitech/web/platform/single-flight.ts"
import type { TextStorage } from "@haitech/web/platform/storage.ts"
import { WebSocket } from "ws"

/** Ten times as fast as in a browser: half a minute of waiting is three seconds. */
const FASTER = 10
const ANSWER_MS = 2000
const timers: Timers = {
  now: () => Date.now() * FASTER,
  after(ms, act) {
    const alarm = setTimeout(act, ms / FASTER)
    return () => clearTimeout(alarm)
  },
}

type LiveHandlers = Parameters<typeof openLive>[0]

/** A browser's cookies, and the ways to the site, of which each call takes the next. */
export function openBrowser(urls: readonly string[]) {
  const cookies = new Map<string, string>()
  let turn = 0
  const url = () => urls[turn++ % urls.length] ?? ""
  const headers = (origin: string) => ({ origin, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") })

  /** @throws {CallFailed} as a page's calls do, or what fetch throws */
  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const origin = url()
    const answer = await fetch(origin + path, {
      method,
      headers: { ...headers(origin), ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    if (!answer.ok) throw new CallFailed(answer.status, text, null)
    return (text ? JSON.parse(text) : undefined) as Answer
  }

  /** As a page opens it, but that a program has to say its cookies itself. */
  function live(handlers: LiveHandlers): ReturnType<typeof openLive> {
    const origin = url()
    shown = headers(origin)
    return openLive(handlers, `${origin.replace("http", "ws")}/ws`)
  }

  return { call, live }
}

let shown: Record<string, string> = {}

/** The sockets of pages, for programs: each shows what the browser that opens it shows. */
export class PageSocket extends WebSocket {
  constructor(address: string) {
    super(address, { headers: shown })
    // A browser's socket that is closed while it opens says nothing.
    this.on("error", () => undefined)
  }
}

/** What a browser keeps when its page is gone. */
export function openStorage(): TextStorage {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, text) => void kept.set(name, text),
    remove: (name) => void kept.delete(name),
    names: () => [...kept.keys()],
  }
}

interface Opened {
  readonly browser: ReturnType<typeof openBrowser>
  readonly storage: TextStorage
  /** Hears of each message that the server says it has. */
  readonly onAcknowledged: (id: string) => void
}

/** The visitor's chat, as the panel has it, without the panel. */
export function openVisitor({ browser, storage, onAcknowledged }: Opened) {
  const query = (place: object) => new URLSearchParams(Object.entries(place).map(([name, at]) => [name, String(at)]))
  const chat = openChat({
    calls: {
      chatStatus: () => browser.call("GET", "/api/chat/desk"),
      messages: (place) => browser.call("GET", `/api/chat?${query(place)}`),
      async send(written) {
        const message = await browser.call<ChatMessage>("POST", "/api/chat", written)
        onAcknowledged(written.id ?? "")
        return message
      },
      see: (sequence) => browser.call("POST", "/api/chat/seen", { sequence }),
      report: (reason) => browser.call("POST", "/api/chat/report", { reason }),
      resume: (token) => browser.call("POST", "/api/chat/resume", { token }),
    },
    timers,
    openLive: browser.live,
    maxRows: CHAT_ROWS,
    maxLength: CHAT_LENGTH,
    storage,
    withTabLock: (act) => act(),
    newId: () => crypto.randomUUID(),
  })
  void chat.open()
  return chat
}

/** An administrator who answers several conversations at once, from a page like the office's. */
export function openAdmin({ browser, storage, onAcknowledged }: Opened) {
  const lists = new Map<string, ReturnType<typeof listByNumber<ChatRecord>>>()
  const listOf = (threadId: string) => {
    const known = lists.get(threadId)
    if (known) return known
    const path = `/api/admin/chat/threads/${threadId}/messages`
    const list = listByNumber<ChatRecord>(
      (place) => browser.call("GET", `${path}?${new URLSearchParams(JSON.parse(JSON.stringify(place)))}`),
      CHAT_ROWS,
      () => undefined,
    )
    lists.set(threadId, list)
    return list
  }
  const lookAt = (threadId: string) =>
    listOf(threadId)
      .catchUp()
      .catch(() => undefined)
  const lookAround = async () => {
    const threads = await browser.call<{ id: string }[]>("GET", "/api/admin/chat/threads?limit=100").catch(() => [])
    for (const { id } of threads) await lookAt(id)
  }
  const outbox = openSendQueue<{ readonly threadId: string; readonly message: string }, ChatRecord>({
    mark: "answer.",
    storage,
    timers,
    withTabLock: (act) => act(),
    canSend: () => true,
    async send({ id, body }) {
      const record = await browser.call<ChatRecord>("POST", "/api/admin/chat/respond", { ...body, id })
      onAcknowledged(id)
      return record
    },
    onSent: (_, record) => void lookAt(record.threadId),
    onFailed: () => undefined,
    onGone: () => undefined,
    onChange: () => undefined,
  })
  const line = browser.live({
    onMessage: (message) => void (message.type === "new_message" ? lookAt(message.threadId) : lookAround()),
    onState: (isConnected) => {
      if (isConnected) void lookAround()
    },
  })
  return {
    threads: () => [...lists.keys()],
    /** All of a conversation, the earlier part too. */
    async seen(threadId: string) {
      const list = listOf(threadId)
      await list.catchUp()
      for (let more = 0; list.hasEarlier() && more < 100; more++) await list.readEarlier()
      return list.rows().map(({ message }) => message)
    },
    answer: (threadId: string, message: string) =>
      outbox.put({
        id: crypto.randomUUID(),
        owner: "admin",
        writtenAt: timers.now(),
        body: { threadId, message },
      }),
    waiting: () => outbox.list().length,
    close: () => line.close(),
  }
}
