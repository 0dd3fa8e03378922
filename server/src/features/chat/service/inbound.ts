import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { threadOf } from "#features/chat/queries/threads.ts"
import { splitIntoMessages } from "#features/chat/rules.ts"
import type { ChatThreadRow } from "#features/chat/table.ts"
import { parseEmail } from "#platform/mail/incoming.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { codeOf, codesIn, threadNamed } from "./reply-addresses.ts"
import { addEmailedMessages } from "./sending.ts"

/** More than anybody types into a letter; whoever sends more hears it from the mail system. */
const MOST_MESSAGES = 20
/** One letter answers one conversation; a few more addresses may stand beside it. */
const MOST_CODES = 5

/** Why nothing came of a letter. */
type Reason = "machine" | "address" | "blocked" | "empty"

/**
 * Takes a letter that came in: the answer to a letter of ours goes into its conversation, once. Every other one is
 * dropped without a word: a refusal would be sent to whoever wrote it, tell a stranger something, or keep two machines
 * writing to each other.
 * @throws {Problem} `request.malformed`, `request.too_large`, `rate.limited`, `server.busy`
 */
export async function processEmail(deps: Deps, raw: Uint8Array): Promise<void> {
  const reason = await taken(deps, raw)
  if (reason) deps.log.info({ reason }, "mail.dropped")
}

async function taken(deps: Deps, raw: Uint8Array): Promise<Reason | undefined> {
  const mail = await parseEmail(raw)
  if (mail.isAutomatic) return "machine"
  const thread = await threadAnswered(deps, mail.recipients)
  if (!thread) return "address"
  if (thread.blockedAt) return "blocked"
  const messages = splitIntoMessages(await mail.words())
  if (messages.length === 0) return "empty"
  if (messages.length > MOST_MESSAGES) throw new Problem("request.too_large")
  try {
    await addEmailedMessages(deps, thread, { id: mail.id, messages })
  } catch (error) {
    if (error instanceof Problem && error.code === "thread.blocked") return "blocked"
    throw error
  }
  return undefined
}

/** The code is the proof, and nothing else is: anybody can write anything into a letter's other lines. */
async function threadAnswered(deps: Deps, recipients: readonly string[]): Promise<ChatThreadRow | undefined> {
  const codes = new Set(recipients.flatMap(codesIn))
  for (const code of [...codes].slice(0, MOST_CODES)) {
    const thread = await threadOf(deps.db, threadNamed(code))
    const to = thread && (await addressOf(deps, thread))
    if (to && isSameSecret(code, codeOf(deps, thread.id, to))) return thread
  }
  return undefined
}

/** Where letters about it go now; nowhere where the account is closed. */
async function addressOf({ db }: Deps, { userId, email }: ChatThreadRow): Promise<string | null> {
  if (!userId) return email
  const person = await requireUser(db, userId)
  return person.approved ? person.email : null
}
