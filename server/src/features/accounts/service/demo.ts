import type { Deps } from "#deps.ts"
import { findUserByLogin, insertUser } from "#features/accounts/queries/users.ts"

const USERNAME = "demo"

export interface DemoUser {
  readonly id: string
  readonly username: string
  /** Undefined once the member has changed it. */
  readonly password: string | undefined
}

/** The member of a local start (D7). The password is this installation's own, the same at every start. */
export async function ensureDemoUser(
  { db, keyedHash, now, passwords }: Deps,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<DemoUser | undefined> {
  const password = keyedHash("demo member", USERNAME).slice(0, 12)
  const existing = await findUserByLogin(db, USERNAME)
  if (existing) {
    const isUnchanged = await passwords.matches(existing.passwordHash, password)
    return { id: existing.id, username: USERNAME, password: isUnchanged ? password : undefined }
  }
  if (!mayCreate) return undefined
  const passwordHash = await passwords.hash(password)
  const created = await db.transaction((tx) =>
    insertUser(tx, {
      email: "demo@example.org",
      username: USERNAME,
      firstName: "Widline",
      lastName: "Jean",
      emailVerifiedAt: now(),
      passwordHash,
    }),
  )
  const user = created ?? (await findUserByLogin(db, USERNAME))
  return user && { id: user.id, username: USERNAME, password }
}
