import type { Deps } from "#deps.ts"
import { isLinkOver, lastDayOfLink } from "#features/chat/rules.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"

type KeyedHashDeps = Pick<Deps, "keyedHash" | "now">

/** The secret of a letter about a conversation: it opens that one, for thirty days, and is kept nowhere. */
export function linkTo({ keyedHash, now }: KeyedHashDeps, threadId: string): string {
  const named = `${threadId}.${lastDayOfLink(now())}`
  return `${named}.${keyedHash("chat link", named)}`
}

/**
 * The conversation that a letter's secret opens.
 * @throws {Problem} `chat_link.expired`
 */
export function threadOfLink({ keyedHash, now }: KeyedHashDeps, token: string): string {
  const [threadId = "", day = "", mark = ""] = token.split(".")
  const isOurs = isSameSecret(mark, keyedHash("chat link", `${threadId}.${day}`))
  if (!isOurs || isLinkOver(Number(day), now())) throw new Problem("chat_link.expired")
  return threadId
}
