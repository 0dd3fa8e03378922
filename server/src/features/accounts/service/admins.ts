import type { Deps } from "#deps.ts"
import { findAnyAdmin, lockSetup } from "#features/accounts/queries/admins.ts"
import { findFactorKinds } from "#features/accounts/queries/factors.ts"
import { findTakenLogins, insertUser } from "#features/accounts/queries/users.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { record } from "#platform/audit/record.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { sendAdminResetEmail } from "./emails.ts"
import { requireUncommonPassword } from "./new-password.ts"
import { prepareReset, resetByToken } from "./passwords.ts"
import { beginPendingSignIn, type PendingSignIn } from "./pending-sign-ins.ts"
import { type SignIn, type StartedSession, startSession } from "./sessions.ts"
import { authenticate, findUnchangedUser, type SignInOrigin, takenFieldErrors } from "./sign-in.ts"

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

/** Of concurrent requests one succeeds (C1). @throws {Problem} `admin.exists`, `setup_code.wrong`, `account.taken` */
export async function createFirstAdmin(
  deps: Deps,
  { password, setupCode, ...account }: Setup,
  browser: Browser,
): Promise<StartedSession> {
  const { db, now, admin, passwords } = deps
  if (await findAnyAdmin(db)) throw new Problem("admin.exists")
  if (admin.setupCode && !isSameSecret(normalizeCode(setupCode ?? ""), normalizeCode(admin.setupCode))) {
    throw new Problem("setup_code.wrong", { fields: { setupCode: "setup_code.wrong" } })
  }
  requireUncommonPassword(deps, "password", password, account)
  const passwordHash = await passwords.hash(password)
  const started = await db.transaction(async (tx) => {
    await lockSetup(tx)
    if (await findAnyAdmin(tx)) throw new Problem("admin.exists")
    const user = await insertUser(tx, { ...account, role: "admin", isAdmin: true, adminSince: now(), passwordHash })
    if (!user) return undefined
    await record(tx, { actor: user, action: "admin.created", subjectId: user.id })
    return startSession(tx, { user, provider: "haitech", browser, kind: "admin" }, now())
  })
  if (started) return started
  throw new Problem("account.taken", { fields: takenFieldErrors(await findTakenLogins(db, account)) })
}

/** Removes dashes and case, since administrators type the code from a log. */
function normalizeCode(code: string): string {
  return code.replaceAll(/[^\da-z]/gi, "").toUpperCase()
}

/** Only this, the setup and `completeSignIn` start a session with admin rights (D3). @throws {Problem} `admin_login.refused` */
export async function signInAdmin(
  deps: Deps,
  { username, password }: { readonly username: string; readonly password: string },
  origin: SignInOrigin,
): Promise<StartedSession | PendingSignIn> {
  const authenticated = await authenticate(deps, { usernameOrEmail: username, password }, origin)
  if (!authenticated?.isAdmin) throw new Problem("admin_login.refused")
  return deps.db.transaction(async (tx) => {
    const user = await findUnchangedUser(tx, authenticated)
    if (!user?.isAdmin) throw new Problem("admin_login.refused")
    const factors = await findFactorKinds(tx, user.id)
    if (factors.app || factors.passkey) return beginPendingSignIn(tx, user, factors, deps.now())
    await record(tx, { actor: user, action: "admin.signed_in", subjectId: user.id })
    return startSession(tx, { user, provider: "haitech", browser: origin.browser, kind: "admin" }, deps.now())
  })
}

/** With the test setting `resetInReply` (D3) the result holds the contents of the email, and none is sent. */
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

export async function resetAdmin(
  deps: Deps,
  input: { readonly userId: string; readonly token: string; readonly newPassword: string },
  browser: Browser,
): Promise<void> {
  await resetByToken(deps, input, browser, isAdmin)
}

export function isAdmin(user: UserRow): boolean {
  return user.isAdmin
}
