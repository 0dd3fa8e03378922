import type { Deps } from "#deps.ts"
import { isLinkExpired, lastDayOfLink } from "#features/chat/rules.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"

type KeyedHashDeps = Pick<Deps, "keyedHash" | "now">

/** The token in an email's link: it opens one conversation for 30 days and is not stored. */
export function createLinkToken({ keyedHash, now }: KeyedHashDeps, threadId: string): string {
  const claim = `${threadId}.${lastDayOfLink(now())}`
  return `${claim}.${keyedHash("chat link", claim)}`
}

/** @throws {Problem} `chat_link.expired` */
export function verifyLinkToken({ keyedHash, now }: KeyedHashDeps, token: string): string {
  const [threadId = "", day = "", signature = ""] = token.split(".")
  const isAuthentic = isSameSecret(signature, keyedHash("chat link", `${threadId}.${day}`))
  if (!isAuthentic || isLinkExpired(Number(day), now())) throw new Problem("chat_link.expired")
  return threadId
}
