import { PERSON_NAME_LENGTH } from "@haitech/contract/accounts"
import type { Language } from "@haitech/contract/languages"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import type { Deps } from "#deps.ts"
import {
  findUserByEmailForUpdate,
  findUserByGoogleForUpdate,
  insertUser,
  updateUser,
} from "#features/accounts/queries/users.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { sendGoogleLinkedEmail, sendWelcomeEmail } from "./emails.ts"
import { revokeSessions, type SignIn, type StartedSession, startSession } from "./sessions.ts"

type Identity = NonNullable<Deps["identity"]>
type Person = NonNullable<Awaited<ReturnType<Identity["complete"]>>>

interface SignInContext {
  readonly browser: SignIn["browser"]
  readonly language: Language
}

type Outcome = StartedSession | "unverified" | "refused"

/**
 * Signs somebody in by Google: whoever is known by issuer and subject; else the account with this address, if Google has
 * verified it; else a new one (D3, security 4.9).
 * @returns `unverified` when the address is not verified, `refused` when the account is closed or another's
 */
export async function signInWithGoogle(deps: Deps, person: Person, circumstances: SignInContext): Promise<Outcome> {
  const attempt = () => deps.db.transaction((tx) => signIn(tx, person, circumstances, deps.now()))
  try {
    return await attempt()
  } catch (error) {
    // The same person at the same moment, in another tab: by now the account is there.
    if (error instanceof JustTaken || isConflict(error)) return attempt()
    throw error
  }
}

class JustTaken extends Error {}

async function signIn(tx: Tx, person: Person, { browser, language }: SignInContext, at: Date): Promise<Outcome> {
  const googleId = `${person.issuer} ${person.subject}`
  const known = await findUserByGoogleForUpdate(tx, googleId)
  if (known) return known.approved ? startSession(tx, { user: known, by: "google", browser }, at) : "refused"
  const { email, isEmailVerified } = person
  if (!email || !isEmailVerified || email.length > EMAIL_LENGTH) return "unverified"
  const local = await findUserByEmailForUpdate(tx, email)
  // Made between the two questions, in another tab.
  if (local?.googleId === googleId) throw new JustTaken()
  if (local?.approved === false || (local?.googleId && local.emailVerifiedAt)) return "refused"
  const user = local
    ? await join(tx, local, googleId, at)
    : await create(tx, { ...person, email }, googleId, language, at)
  return startSession(tx, { user, by: "google", browser }, at)
}

/**
 * An address that nobody has verified may be held by a stranger who waits for its owner: the stranger's password and
 * Google account go before the owner comes in. Every session ends, whoever began it, and an email tells of the join.
 */
async function join(tx: Tx, local: UserRow, googleId: string, at: Date): Promise<UserRow> {
  const isStrangers = local.emailVerifiedAt === null
  await revokeSessions(tx, local.id)
  const changes = { googleId, emailVerifiedAt: at, ...(isStrangers && { passwordHash: null }) }
  const user = (await updateUser(tx, local.id, changes)) ?? local
  await sendGoogleLinkedEmail(tx, user)
  return user
}

async function create(
  tx: Tx,
  { email, firstName, lastName }: Person & { readonly email: string },
  googleId: string,
  language: Language,
  at: Date,
): Promise<UserRow> {
  const user = await insertUser(tx, {
    email,
    emailVerifiedAt: at,
    firstName: shortened(firstName),
    lastName: shortened(lastName),
    googleId,
    loginProvider: "google",
    language,
  })
  if (!user) throw new JustTaken()
  await sendWelcomeEmail(tx, user)
  return user
}

/** A name as the database takes it. */
function shortened(name: string | null): string | null {
  const signs = [...(name ?? "").toWellFormed().normalize("NFC").replaceAll("\0", "")]
  return signs.slice(0, PERSON_NAME_LENGTH).join("").trim() || null
}
