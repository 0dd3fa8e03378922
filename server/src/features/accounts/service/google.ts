import { PERSON_NAME_LENGTH } from "@haitech/contract/accounts"
import type { Language } from "@haitech/contract/languages"
import { EMAIL_LENGTH, toSingleLine } from "@haitech/contract/text"
import type { Deps } from "#deps.ts"
import {
  findUserByEmailForUpdate,
  findUserByGoogleForUpdate,
  insertUser,
  updateUser,
} from "#features/accounts/queries/users.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { countArrival } from "#features/volunteers/service/ambassadors.ts"
import type { Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { sendGoogleLinkedEmail, sendWelcomeEmail } from "./emails.ts"
import { revokeSessions, type SignIn, type StartedSession, startSession } from "./sessions.ts"

type Identity = NonNullable<Deps["identity"]>
type GoogleProfile = NonNullable<Awaited<ReturnType<Identity["complete"]>>>

interface SignInContext {
  readonly browser: SignIn["browser"]
  readonly language: Language
  readonly via?: string | undefined
}

type Outcome = StartedSession | "unverified" | "refused"

/**
 * Finds the account by issuer and subject, else by an address that Google has verified, else creates one (D3).
 * @returns `unverified` when Google has not verified the address, `refused` for a closed or otherwise linked account
 */
export async function signInWithGoogle(deps: Deps, profile: GoogleProfile, context: SignInContext): Promise<Outcome> {
  const attempt = () => deps.db.transaction((tx) => signIn(tx, deps, profile, context))
  try {
    return await attempt()
  } catch (error) {
    // Another tab created or linked the account at the same moment; the second attempt finds it.
    if (error instanceof AccountJustCreated || isConflict(error)) return attempt()
    throw error
  }
}

class AccountJustCreated extends Error {}

async function signIn(
  tx: Tx,
  deps: Deps,
  profile: GoogleProfile,
  { browser, language, via }: SignInContext,
): Promise<Outcome> {
  const at = deps.now()
  const googleId = `${profile.issuer} ${profile.subject}`
  const linked = await findUserByGoogleForUpdate(tx, googleId)
  if (linked) return linked.approved ? startSession(tx, { user: linked, provider: "google", browser }, at) : "refused"
  const { email, isEmailVerified } = profile
  if (!email || !isEmailVerified || email.length > EMAIL_LENGTH) return "unverified"
  const local = await findUserByEmailForUpdate(tx, email)
  if (local?.googleId === googleId) throw new AccountJustCreated()
  if (local?.approved === false || (local?.googleId && local.emailVerifiedAt)) return "refused"
  const user = local
    ? await linkAccount(tx, local, googleId, at)
    : await createAccount(tx, { ...profile, email }, googleId, language, at)
  if (!local) await countArrival(tx, deps, { email, via })
  return startSession(tx, { user, provider: "google", browser }, at)
}

/** If the address was never verified, a stranger may have registered it in advance: their password is removed. */
async function linkAccount(tx: Tx, local: UserRow, googleId: string, at: Date): Promise<UserRow> {
  const isUnverified = local.emailVerifiedAt === null
  await revokeSessions(tx, local.id)
  const changes = { googleId, emailVerifiedAt: at, ...(isUnverified && { passwordHash: null }) }
  const user = (await updateUser(tx, local.id, changes)) ?? local
  await sendGoogleLinkedEmail(tx, user)
  return user
}

async function createAccount(
  tx: Tx,
  { email, firstName, lastName }: GoogleProfile & { readonly email: string },
  googleId: string,
  language: Language,
  at: Date,
): Promise<UserRow> {
  const user = await insertUser(tx, {
    email,
    emailVerifiedAt: at,
    firstName: normalizeName(firstName),
    lastName: normalizeName(lastName),
    googleId,
    loginProvider: "google",
    language,
  })
  if (!user) throw new AccountJustCreated()
  await sendWelcomeEmail(tx, user)
  return user
}

function normalizeName(name: string | null): string | null {
  const characters = [...toSingleLine((name ?? "").toWellFormed()).replace(/[\p{Cc}\p{Co}]/gu, "")]
  return characters.slice(0, PERSON_NAME_LENGTH).join("").trim() || null
}
