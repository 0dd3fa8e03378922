import type { Deps } from "#deps.ts"
import { isLinkOver, lastDayOfLink } from "#features/chat/rules.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"

type Sealing = Pick<Deps, "seal" | "now">

/** The secret of a letter about a conversation: it opens that one, for thirty days, and is kept nowhere. */
export function linkTo({ seal, now }: Sealing, threadId: string): string {
  const named = `${threadId}.${lastDayOfLink(now())}`
  return `${named}.${seal("chat link", named)}`
}

/**
 * The conversation that a letter's secret opens.
 * @throws {Problem} `chat_link.expired`
 */
export function threadOfLink({ seal, now }: Sealing, token: string): string {
  const [threadId = "", day = "", mark = ""] = token.split(".")
  const isOurs = isSameSecret(mark, seal("chat link", `${threadId}.${day}`))
  if (!isOurs || isLinkOver(Number(day), now())) throw new Problem("chat_link.expired")
  return threadId
}
