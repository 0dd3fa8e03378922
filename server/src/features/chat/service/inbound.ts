import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { findThread } from "#features/chat/queries/threads.ts"
import { splitIntoMessages } from "#features/chat/rules.ts"
import type { ChatThreadRow } from "#features/chat/table.ts"
import { parseEmail } from "#platform/mail/incoming.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { findReplyCodes, replyCode, threadIdOf } from "./reply-addresses.ts"
import { addEmailedMessages } from "./sending.ts"

/** More than a person types into one email. For longer ones the mail system bounces the email to its sender. */
const MAX_MESSAGES = 20
/** An email answers one conversation, but may have a few more recipients with codes. */
const MAX_CODES = 5

type Reason = "machine" | "address" | "blocked" | "empty"

/** Drops an email that answers none of ours silently: a bounce would go to a forged sender, or start a loop. */
export async function processEmail(deps: Deps, raw: Uint8Array): Promise<void> {
  const reason = await storeEmail(deps, raw)
  if (reason) deps.log.info({ reason }, "mail.dropped")
}

async function storeEmail(deps: Deps, raw: Uint8Array): Promise<Reason | undefined> {
  const email = await parseEmail(raw)
  if (email.isAutomatic) return "machine"
  const thread = await findAnsweredThread(deps, email.recipients)
  if (!thread) return "address"
  if (thread.blockedAt) return "blocked"
  const messages = splitIntoMessages(await email.words())
  if (messages.length === 0) return "empty"
  if (messages.length > MAX_MESSAGES) throw new Problem("request.too_large")
  try {
    await addEmailedMessages(deps, thread, { id: email.id, messages })
  } catch (error) {
    if (error instanceof Problem && error.code === "thread.blocked") return "blocked"
    throw error
  }
  return undefined
}

/** Only the code proves the sender's right to the conversation: all other header fields can be forged. */
async function findAnsweredThread(deps: Deps, recipients: readonly string[]): Promise<ChatThreadRow | undefined> {
  const codes = new Set(recipients.flatMap(findReplyCodes))
  for (const code of [...codes].slice(0, MAX_CODES)) {
    const thread = await findThread(deps.db, threadIdOf(code))
    const to = thread && (await findEmailAddress(deps, thread))
    if (to && isSameSecret(code, replyCode(deps, thread.id, to))) return thread
  }
  return undefined
}

async function findEmailAddress({ db }: Deps, { userId, email }: ChatThreadRow): Promise<string | null> {
  if (!userId) return email
  const person = await requireUser(db, userId)
  return person.approved ? person.email : null
}
