import type { ChatMessage } from "@haitech/contract/chat"
import { CallFailed } from "#platform/request.ts"
import { openSendQueue, type QueuedItem } from "#platform/send-queue.ts"
import type { TextStorage } from "#platform/storage.ts"
import { bodyOf, type ChatStatus, type Written, wrongIn } from "./api.ts"
import { type Connection, followConversation } from "./live.ts"

/** What of the form is kept while it is typed. */
export interface Typed {
  readonly name: string
  readonly email: string
  readonly message: string
}

type Waiting = QueuedItem<Omit<Written, "id">>

/**
 * A message as it stands in the panel. Only what the server has acknowledged is `sent`; `before` was written here by
 * somebody who was not signed in, and waits for the member's word.
 */
export type Entry =
  | { readonly key: string; readonly state: "sent"; readonly message: ChatMessage }
  | { readonly key: string; readonly state: "sending" | "waiting" | "refused" | "before"; readonly unsent: Waiting }

/** §8's notice, or the server's own words. */
export type Notice = { readonly kind: "failed" } | { readonly kind: "said"; readonly message: string }

export interface Chat extends ReturnType<typeof openChat> {}
export type ChatView = ReturnType<Chat["view"]>

interface Settings extends Connection {
  readonly storage: TextStorage
  readonly withTabLock: <T>(act: () => Promise<T>) => Promise<T>
  readonly newId: () => string
  /** As many characters as a message has at most (§5). */
  readonly longest: number
}

const UNSENT = "chat.unsent."
const DRAFT = "chat.draft."
/** There is something to send by itself: then pages fetch the chat without a tap. */
const FLAG = "chat"
const GUEST = "guest"

/** Somebody else is here than who wrote it. */
class NotTheirs extends Error {}

/**
 * The visitor's chat (§2, §4), free of any page: what came, what waits to be sent, what is being typed. Nothing that was
 * written is lost, sent twice, or shown as sent before the server has it.
 */
export function openChat(settings: Settings) {
  const { storage, newId, timers, calls, longest } = settings
  const listeners = new Set<() => void>()
  const accepted = new Map<string, ChatMessage>()
  let notice: Notice | null = null
  const form = keepForm(storage)

  const conversation = followConversation(settings, {
    onChange: changed,
    onReady() {
      sendQueue.clearRemoved()
      void sendQueue.hurry()
    },
    onRefused: (message) => say({ kind: "said", message }),
    onAnew: () => accepted.clear(),
  })
  const here = () => conversation.state().chatStatus
  const isTheirs = ({ owner }: Waiting, chatStatus: ChatStatus | null) =>
    !chatStatus || owner === (chatStatus.userId ?? GUEST)

  const sendQueue = openSendQueue<Omit<Written, "id">, ChatMessage>({
    ...settings,
    mark: UNSENT,
    canSend: (unsent) => isTheirs(unsent, here()),
    async send(unsent) {
      if (!isTheirs(unsent, await conversation.know().catch(unknown))) throw new NotTheirs()
      return calls.send({ ...unsent.body, id: unsent.id })
    },
    onSent({ id }, message) {
      accepted.set(id, message)
      notice = null
      conversation.accept(message)
    },
    onFailed(failure, isFirst) {
      console.error(`A message was not sent: ${failure instanceof CallFailed ? failure.status : "no answer"}`)
      if (isFirst && !(failure instanceof NotTheirs)) say({ kind: "failed" })
    },
    onGone: () => void conversation.round(),
    onChange: changed,
  })

  const unsettled = () => [...sendQueue.removed(), ...sendQueue.list()]

  let shown = view()
  sendQueue.reread()

  function say(said: Notice | null): void {
    notice = said
    changed()
  }

  function changed(): void {
    const chatStatus = here()
    if (chatStatus) form.meet(chatStatus)
    const came = new Set(conversation.rows().map(({ clientId }) => clientId))
    for (const id of accepted.keys()) if (came.has(id)) accepted.delete(id)
    // Its answer got lost, or another tab sent it.
    const arrived = unsettled().find(({ id }) => came.has(id))
    if (arrived) return sendQueue.drop(arrived.id)
    // Whoever wrote it: it is said to go by itself once its writer is back.
    flag(sendQueue.list().some(({ refusal }) => refusal === undefined))
    conversation.checkSeen()
    shown = view()
    for (const listener of listeners) listener()
  }

  function flag(isUnsent: boolean): void {
    if (isUnsent === (storage.get(FLAG) !== null)) return
    if (isUnsent) storage.set(FLAG, "unsent")
    else storage.remove(FLAG)
  }

  function view() {
    const { rows, state } = conversation
    const sent = [...rows(), ...accepted.values()].map(
      (message): Entry => ({ key: message.clientId ?? message.id, state: "sent", message }),
    )
    const waiting = unsettled().flatMap((unsent) => entryOf(unsent) ?? [])
    return { ...state(), now: timers.now(), entries: [...sent, ...waiting], typed: form.typed(), notice }
  }

  function entryOf(unsent: Waiting): Entry | null {
    const isOwn = isTheirs(unsent, here())
    if (!isOwn && unsent.owner !== GUEST) return null
    const entry = (state: Exclude<Entry["state"], "sent">): Entry => ({ key: unsent.id, state, unsent })
    if (!isOwn) return entry("before")
    if (unsent.refusal !== undefined) return entry("refused")
    return entry(sendQueue.isWaiting(unsent.id) ? "waiting" : "sending")
  }

  return {
    view: () => shown,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: conversation.open,
    close: conversation.close,
    retryRound: conversation.round,
    readEarlier: conversation.readEarlier,
    look: conversation.look,
    /** The line, or the reader, is back. */
    async wake(): Promise<void> {
      await conversation.lookAgain()
      await sendQueue.hurry()
    },
    /** Another tab of this browser wrote, sent or deleted something. */
    heard(name: string | null, before: string | null): void {
      form.heard(name, before)
      void sendQueue.flush()
    },
    type(field: keyof Typed, text: string): void {
      form.type(field, text)
      changed()
    },
    /** Takes what is in the form, unless something is wrong with it: then the fields, the first one first. */
    send(): readonly (keyof Typed)[] {
      const body = bodyOf(form.typed())
      const wrong = wrongIn(body, longest)
      if (wrong.length > 0) return wrong
      notice = null
      void sendQueue.put({ id: newId(), owner: form.owner(), writtenAt: timers.now(), body })
      form.sent()
      changed()
      return []
    },
    /** Sends what was refused, or was written before signing in, with the name and address that are given now. */
    retry(unsent: Waiting): void {
      const { message } = unsent.body
      const body = bodyOf({ ...form.typed(), message })
      notice = null
      void sendQueue.retry({
        ...unsent,
        owner: form.owner(),
        body: wrongIn(body, longest).length > 0 ? unsent.body : body,
      })
    },
    drop: (id: string) => sendQueue.drop(id),
    dismiss: () => say(null),
    report: calls.report,
    flush: sendQueue.flush,
  }
}

/** It is not known who is here: the line's fault, never the message's. */
function unknown(failure: unknown): never {
  if (failure instanceof CallFailed && failure.status === 429) throw failure
  throw new Error("nobody knows who is here", { cause: failure })
}

/** What is typed, kept for who types it. A name and an address stay; those of an account come before what is typed. */
function keepForm(storage: TextStorage) {
  let owner: string | null = null
  let account: Pick<ChatStatus, "name" | "email"> = { name: null, email: null }
  /** What was typed before it was known who writes. */
  const begun = new Set<keyof Typed>()
  let typed = read()

  function place(field: keyof Typed): string {
    if (field === "message") return DRAFT + (owner ?? GUEST)
    return owner === null || owner === GUEST ? `chat.${field}` : `chat.${field}.${owner}`
  }
  function read(): Typed {
    const kept = (field: keyof Typed) => storage.get(place(field)) ?? ""
    return { name: account.name ?? kept("name"), email: account.email ?? kept("email"), message: kept("message") }
  }
  function type(field: keyof Typed, text: string): void {
    typed = { ...typed, [field]: text }
    if (owner === null) begun.add(field)
    if (field !== "message" && account[field]) return
    if (text) storage.set(place(field), text)
    else storage.remove(place(field))
  }

  return {
    typed: () => typed,
    owner: () => owner ?? GUEST,
    type,
    meet({ userId, name, email }: ChatStatus): void {
      const found = userId ?? GUEST
      if (found === owner) return
      const before = typed
      const theirs = owner === null && found !== GUEST ? [...begun] : []
      for (const field of theirs) storage.remove(place(field))
      owner = found
      account = { name, email }
      for (const field of theirs) type(field, before[field])
      typed = read()
    },
    sent(): void {
      if (storage.get(place("message")) === typed.message) storage.remove(place("message"))
      typed = { ...typed, message: "" }
    },
    heard(name: string | null, before: string | null): void {
      if (name === place("message") && typed.message === (before ?? "")) typed = { ...typed, message: read().message }
    },
  }
}
