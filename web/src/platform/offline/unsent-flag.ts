import type { TextStorage } from "./storage.ts"

/** The names of the queues with something to send. `entry/public.ts` knows one key, and has no byte for another. */
const KEY = "chat"

export type UnsentKind = "chat" | "appointments"

export function markUnsent(storage: TextStorage, kind: UnsentKind, isUnsent: boolean): void {
  const before = storage.get(KEY) ?? ""
  const others = before.split(" ").filter((name) => name && name !== kind)
  const after = [...others, ...(isUnsent ? [kind] : [])].join(" ")
  if (after === before) return
  if (after) storage.set(KEY, after)
  else storage.remove(KEY)
}
