import type { Deps } from "#deps.ts"

type KeyedHashDeps = Pick<Deps, "keyedHash">

/** 80 bits in hex: with the prefix and the thread's id they just fit the 64 characters of a local part (RFC 5321). */
const SIGNATURE_LENGTH = 20
/** Case-insensitive: mail systems may change the case of an address. */
const CODES = /\+([0-9a-f]{52})@/gi

/** Undefined if inbound email is not set up. Works for everybody who has the email, while `to` is the address. */
export function replyAddress(
  { replies, ...deps }: KeyedHashDeps & Pick<Deps, "replies">,
  threadId: string,
  to: string,
): string | undefined {
  if (!replies) return undefined
  const [local, domain] = replies.address.split("@")
  return `${local}+${replyCode(deps, threadId, to)}@${domain}`
}

/** The thread's id in hex, and a signature which proves that we emailed that address about the thread. */
export function replyCode({ keyedHash }: KeyedHashDeps, threadId: string, to: string): string {
  const signature = keyedHash("chat reply", `${threadId}\n${to.toLowerCase()}`).slice(0, SIGNATURE_LENGTH)
  return `${threadId.replaceAll("-", "")}${signature}`
}

export function findReplyCodes(header: string): string[] {
  return [...header.matchAll(CODES)].map(([, code = ""]) => code.toLowerCase())
}

/** The thread id in a code; the signature is not verified. */
export function threadIdOf(code: string): string {
  return code.slice(0, -SIGNATURE_LENGTH).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
