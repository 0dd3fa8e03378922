import type { Deps } from "#deps.ts"
import { findAnyAdmin, lockSetup } from "#features/accounts/queries/admins.ts"
import { findTakenLogins, insertUser } from "#features/accounts/queries/users.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { record } from "#platform/audit/record.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { sendAdminResetEmail } from "./emails.ts"
import { prepareReset, resetByToken } from "./passwords.ts"
import { type SignIn, type StartedSession, startSession } from "./sessions.ts"
import { authenticate, requireUnchangedUser, type SignInOrigin, takenFieldErrors } from "./sign-in.ts"

export function hasAdmin({ db }: Pick<Deps, "db">): Promise<boolean> {
  return findAnyAdmin(db)
}

type Browser = SignIn["browser"]

interface Setup {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
  readonly setupCode?: string | undefined
}

/**
 * Makes the first administrator and signs them in: of many who try at once, one (C1).
 * @throws {Problem} `admin.exists`, `setup_code.wrong`, `account.taken`, `server.busy`
 */
export async function createFirstAdmin(
  { db, now, admin, passwords }: Deps,
  { password, setupCode, ...person }: Setup,
  browser: Browser,
): Promise<StartedSession> {
  if (await findAnyAdmin(db)) throw new Problem("admin.exists")
  if (admin.setupCode && !isSameSecret(signsOf(setupCode ?? ""), signsOf(admin.setupCode))) {
    throw new Problem("setup_code.wrong", { fields: { setupCode: "setup_code.wrong" } })
  }
  const passwordHash = await passwords.hash(password)
  const begun = await db.transaction(async (tx) => {
    await lockSetup(tx)
    if (await findAnyAdmin(tx)) throw new Problem("admin.exists")
    const user = await insertUser(tx, { ...person, role: "admin", isAdmin: true, passwordHash })
    if (!user) return undefined
    await record(tx, { actor: user, action: "admin.created", subjectId: user.id })
    return startSession(tx, { user, by: "haitech", browser, kind: "admin" }, now())
  })
  if (begun) return begun
  throw new Problem("account.taken", { fields: takenFieldErrors(await findTakenLogins(db, person)) })
}

/** A code is read off a log and typed: its dashes and case do not matter. */
function signsOf(code: string): string {
  return code.replaceAll(/[^\da-z]/gi, "").toUpperCase()
}

/**
 * Signs an administrator in: the only way, beside the setup, to a session with an administrator's rights (D3).
 * @throws {Problem} `admin_login.refused`, `challenge.required`, `rate.limited`, `server.busy`
 */
export async function signInAdmin(
  deps: Deps,
  { username, password }: { readonly username: string; readonly password: string },
  origin: SignInOrigin,
): Promise<StartedSession> {
  const proven = await authenticate(deps, { usernameOrEmail: username, password }, origin)
  if (!proven?.isAdmin) throw new Problem("admin_login.refused")
  return deps.db.transaction(async (tx) => {
    const user = await requireUnchangedUser(tx, proven)
    if (!user?.isAdmin) throw new Problem("admin_login.refused")
    await record(tx, { actor: user, action: "admin.signed_in", subjectId: user.id })
    return startSession(tx, { user, by: "haitech", browser: origin.browser, kind: "admin" }, deps.now())
  })
}

/**
 * Asks for the letter with which an administrator's password is set anew. Says nothing of whether there is such an
 * account, but where a setting for tests says so (D3): then the answer holds what the letter would.
 */
export async function requestAdminPasswordReset(
  deps: Deps,
  usernameOrEmail: string,
): Promise<{ readonly token: string; readonly user: UserRow } | undefined> {
  if (!deps.admin.resetInReply) {
    await sendAdminResetEmail(deps.db, usernameOrEmail)
    return undefined
  }
  return prepareReset(deps, usernameOrEmail, { key: crypto.randomUUID(), attempt: 1 }, isAdmin)
}

/** @throws {Problem} `reset.expired`, `server.busy` */
export async function resetAdmin(
  deps: Deps,
  asked: { readonly userId: string; readonly token: string; readonly newPassword: string },
  browser: Browser,
): Promise<void> {
  await resetByToken(deps, asked, browser, isAdmin)
}

export function isAdmin(user: UserRow): boolean {
  return user.isAdmin
}
