import type { TextStorage } from "#platform/offline/storage.ts"
import type { ChatStatus } from "./api.ts"

/** The fields of the form, stored while the user types. */
export interface FormValues {
  readonly name: string
  readonly email: string
  readonly message: string
}

/** Owner of what a user without an account writes. */
export const GUEST_OWNER = "guest"

const DRAFT_PREFIX = "chat.draft."

/** Stores the form per user. Name and email stay after sending; an account's name and email replace typed ones. */
export function createForm(storage: TextStorage, session: () => string | null) {
  let owner: string | null = null
  let account: Pick<ChatStatus, "name" | "email"> = { name: null, email: null }
  /** Fields edited before the owner is known. */
  const touched = new Set<keyof FormValues>()
  let values = read()

  function storageKey(field: keyof FormValues): string {
    if (field === "message") return DRAFT_PREFIX + (owner ?? GUEST_OWNER)
    return owner === null || owner === GUEST_OWNER ? `chat.${field}` : `chat.${field}.${owner}`
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
    /** Until the server has said whose session this is, the session itself. */
    owner: () => owner ?? session() ?? GUEST_OWNER,
    type,
    setUser({ userId, name, email }: ChatStatus): void {
      const newOwner = userId ?? GUEST_OWNER
      if (newOwner === owner) return
      const before = values
      const ownFields = owner === null && newOwner !== GUEST_OWNER ? [...touched] : []
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
    /** Takes over a draft that another tab changed, unless this tab has text of its own. */
    sync(name: string | null, before: string | null): void {
      if (name === storageKey("message") && values.message === (before ?? ""))
        values = { ...values, message: read().message }
    },
  }
}
