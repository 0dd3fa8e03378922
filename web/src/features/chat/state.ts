import type { ChatMessage } from "@haitech/contract/chat"
import { CallFailed } from "#platform/http/request.ts"
import { openSendQueue, type QueuedItem } from "#platform/offline/send-queue.ts"
import type { TextStorage } from "#platform/offline/storage.ts"
import { type ChatStatus, createBody, invalidFields, type NewMessage } from "./api.ts"
import { type Connection, followConversation } from "./live.ts"

/** The fields of the form, stored while the user types. */
export interface FormValues {
  readonly name: string
  readonly email: string
  readonly message: string
}

type Item = QueuedItem<Omit<NewMessage, "id">>

/**
 * A message as the panel shows it. It is `sent` once the server has acknowledged it; `before` marks a message that a
 * guest wrote before a member signed in, and that waits for the member to confirm it.
 */
export type Entry =
  | { readonly key: string; readonly state: "sent"; readonly message: ChatMessage }
  | { readonly key: string; readonly state: "sending" | "waiting" | "refused" | "before"; readonly unsent: Item }

/** The notice of spec §8, or a message from the server. */
export type Notice = { readonly kind: "failed" } | { readonly kind: "text"; readonly message: string }

export interface Chat extends ReturnType<typeof openChat> {}
export type ChatView = ReturnType<Chat["view"]>

interface Settings extends Connection {
  readonly storage: TextStorage
  readonly withTabLock: <T>(run: () => Promise<T>) => Promise<T>
  readonly newId: () => string
  /** The maximum length of a message in characters (spec §5). */
  readonly maxLength: number
}

const UNSENT_PREFIX = "chat.unsent."
const DRAFT_PREFIX = "chat.draft."
const GUEST = "guest"
/** Set while the queue has messages to send: pages then load the chat without a tap. */
const UNSENT_FLAG = "chat"

/** The current user did not write the message. */
class OtherOwnerError extends Error {}

/**
 * The state of the visitor's chat (spec §2, §4), independent of React: received messages, the send queue and the form.
 * No message is lost, sent twice, or shown as sent before the server has it.
 */
export function openChat(settings: Settings) {
  const { storage, newId, timers, calls, maxLength } = settings
  const listeners = new Set<() => void>()
  const acknowledged = new Map<string, ChatMessage>()
  let notice: Notice | null = null
  const form = createForm(storage)

  const conversation = followConversation(settings, {
    onChange: update,
    onReady() {
      sendQueue.clearRemoved()
      void sendQueue.hurry()
    },
    onRefused: (message) => showNotice({ kind: "text", message }),
    onReset: () => acknowledged.clear(),
  })
  const currentStatus = () => conversation.state().chatStatus
  const isCurrentOwner = ({ owner }: Item, chatStatus: ChatStatus | null) =>
    !chatStatus || owner === (chatStatus.userId ?? GUEST)

  const sendQueue = openSendQueue<Omit<NewMessage, "id">, ChatMessage>({
    ...settings,
    mark: UNSENT_PREFIX,
    canSend: (unsent) => isCurrentOwner(unsent, currentStatus()),
    async send(unsent) {
      if (!isCurrentOwner(unsent, await conversation.status().catch(unknownUser))) throw new OtherOwnerError()
      return calls.send({ ...unsent.body, id: unsent.id })
    },
    onSent({ id }, message) {
      acknowledged.set(id, message)
      notice = null
      conversation.accept(message)
    },
    onFailed(failure, isFirst) {
      console.error(`A message was not sent: ${failure instanceof CallFailed ? failure.status : "no answer"}`)
      if (isFirst && !(failure instanceof OtherOwnerError)) showNotice({ kind: "failed" })
    },
    onGone: () => void conversation.round(),
    onChange: update,
  })

  const listUnsent = () => [...sendQueue.removed(), ...sendQueue.list()]

  let snapshot = buildView()
  sendQueue.reread()

  function showNotice(newNotice: Notice | null): void {
    notice = newNotice
    update()
  }

  function update(): void {
    const chatStatus = currentStatus()
    if (chatStatus) form.setUser(chatStatus)
    const receivedIds = new Set(conversation.rows().map(({ clientId }) => clientId))
    for (const id of acknowledged.keys()) if (receivedIds.has(id)) acknowledged.delete(id)
    // The response got lost, or another tab sent the message.
    const delivered = listUnsent().find(({ id }) => receivedIds.has(id))
    if (delivered) return sendQueue.drop(delivered.id)
    // Set for messages of any owner: the chat sends them once their owner is back.
    setUnsentFlag(sendQueue.list().some(({ refusal }) => refusal === undefined))
    conversation.checkSeen()
    snapshot = buildView()
    for (const listener of listeners) listener()
  }

  function setUnsentFlag(hasUnsent: boolean): void {
    if (hasUnsent === (storage.get(UNSENT_FLAG) !== null)) return
    if (hasUnsent) storage.set(UNSENT_FLAG, "unsent")
    else storage.remove(UNSENT_FLAG)
  }

  function buildView() {
    const { rows, state } = conversation
    const sent = [...rows(), ...acknowledged.values()].map(
      (message): Entry => ({ key: message.clientId ?? message.id, state: "sent", message }),
    )
    const unsentEntries = listUnsent().flatMap((unsent) => toEntry(unsent) ?? [])
    return { ...state(), now: timers.now(), entries: [...sent, ...unsentEntries], form: form.values(), notice }
  }

  function toEntry(unsent: Item): Entry | null {
    const isOwn = isCurrentOwner(unsent, currentStatus())
    if (!isOwn && unsent.owner !== GUEST) return null
    const entry = (state: Exclude<Entry["state"], "sent">): Entry => ({ key: unsent.id, state, unsent })
    if (!isOwn) return entry("before")
    if (unsent.refusal !== undefined) return entry("refused")
    return entry(sendQueue.isWaiting(unsent.id) ? "waiting" : "sending")
  }

  return {
    view: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: conversation.open,
    close: conversation.close,
    retryRound: conversation.round,
    readEarlier: conversation.readEarlier,
    look: conversation.look,
    /** Call it when the connection or the user is back. */
    async wake(): Promise<void> {
      await conversation.recheck()
      await sendQueue.hurry()
    },
    /** Call it when another tab of this browser wrote, sent or deleted a message. */
    sync(name: string | null, before: string | null): void {
      form.sync(name, before)
      void sendQueue.flush()
    },
    type(field: keyof FormValues, text: string): void {
      form.type(field, text)
      update()
    },
    /** Queues the message in the form, or returns the invalid fields in form order. */
    send(): readonly (keyof FormValues)[] {
      const body = createBody(form.values())
      const invalid = invalidFields(body, maxLength)
      if (invalid.length > 0) return invalid
      notice = null
      void sendQueue.put({ id: newId(), owner: form.owner(), writtenAt: timers.now(), body })
      form.clear()
      update()
      return []
    },
    /** Sends a refused message, or one from before the sign-in, with the current name and email. */
    retry(unsent: Item): void {
      const { message } = unsent.body
      const body = createBody({ ...form.values(), message })
      notice = null
      void sendQueue.retry({
        ...unsent,
        owner: form.owner(),
        body: invalidFields(body, maxLength).length > 0 ? unsent.body : body,
      })
    },
    drop: (id: string) => sendQueue.drop(id),
    dismiss: () => showNotice(null),
    report: calls.report,
    flush: sendQueue.flush,
  }
}

/** A failed user check blames the connection, not the message, so that the queue tries again. */
function unknownUser(failure: unknown): never {
  if (failure instanceof CallFailed && failure.status === 429) throw failure
  throw new Error("the current user is unknown", { cause: failure })
}

/** Stores the form per user. Name and email stay after sending; an account's name and email replace typed ones. */
function createForm(storage: TextStorage) {
  let owner: string | null = null
  let account: Pick<ChatStatus, "name" | "email"> = { name: null, email: null }
  /** Fields edited before the owner is known. */
  const touched = new Set<keyof FormValues>()
  let values = read()

  function storageKey(field: keyof FormValues): string {
    if (field === "message") return DRAFT_PREFIX + (owner ?? GUEST)
    return owner === null || owner === GUEST ? `chat.${field}` : `chat.${field}.${owner}`
  }
  function read(): FormValues {
    const stored = (field: keyof FormValues) => storage.get(storageKey(field)) ?? ""
    return { name: account.name ?? stored("name"), email: account.email ?? stored("email"), message: stored("message") }
  }
  function type(field: keyof FormValues, text: string): void {
    values = { ...values, [field]: text }
    if (owner === null) touched.add(field)
    if (field !== "message" && account[field]) return
    if (text) storage.set(storageKey(field), text)
    else storage.remove(storageKey(field))
  }

  return {
    values: () => values,
    owner: () => owner ?? GUEST,
    type,
    setUser({ userId, name, email }: ChatStatus): void {
      const newOwner = userId ?? GUEST
      if (newOwner === owner) return
      const before = values
      const ownFields = owner === null && newOwner !== GUEST ? [...touched] : []
      for (const field of ownFields) storage.remove(storageKey(field))
      owner = newOwner
      account = { name, email }
      for (const field of ownFields) type(field, before[field])
      values = read()
    },
    clear(): void {
      if (storage.get(storageKey("message")) === values.message) storage.remove(storageKey("message"))
      values = { ...values, message: "" }
    },
    sync(name: string | null, before: string | null): void {
      if (name === storageKey("message") && values.message === (before ?? ""))
        values = { ...values, message: read().message }
    },
  }
}
