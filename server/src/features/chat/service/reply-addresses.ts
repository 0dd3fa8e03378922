import type { Deps } from "#deps.ts"

type KeyedHashDeps = Pick<Deps, "keyedHash">

/** 80 bits in hex: with a thread's name and what stands before them they just fit into an address (RFC 5321, 64 signs). */
const MARK_SIGNS = 20
/** Systems on the way may write the letters of an address large. */
const CODES = /\+([0-9a-f]{52})@/gi

/**
 * Where a letter about a conversation can be answered; nothing where no mail comes in. Whoever has the letter can
 * answer it, as long as letters about the conversation go to the address that it went to.
 */
export function replyAddress(
  { replies, ...deps }: KeyedHashDeps & Pick<Deps, "replies">,
  threadId: string,
  to: string,
): string | undefined {
  if (!replies) return undefined
  const [local, domain] = replies.address.split("@")
  return `${local}+${codeOf(deps, threadId, to)}@${domain}`
}

/** The conversation's name, and that we wrote about it to that address. */
export function codeOf({ keyedHash }: KeyedHashDeps, threadId: string, to: string): string {
  const mark = keyedHash("chat reply", `${threadId}\n${to.toLowerCase()}`).slice(0, MARK_SIGNS)
  return `${threadId.replaceAll("-", "")}${mark}`
}

/** The codes among the addresses of a line. */
export function codesIn(line: string): string[] {
  return [...line.matchAll(CODES)].map(([, code = ""]) => code.toLowerCase())
}

/** Which conversation a code names, proven or not. */
export function threadNamed(code: string): string {
  return code.slice(0, -MARK_SIGNS).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
