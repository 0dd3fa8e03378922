import { and, eq, or, sql } from "drizzle-orm"
import { lookalikeKey, type UserRow, users } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"

type NewUser = Pick<UserRow, "email"> & Partial<UserRow>

/** @returns undefined when the user name (or one that looks like it) or the email address is taken, in any case */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning()
  return row
}

export async function findTakenLogins(
  db: Db | Tx,
  { username, email }: { readonly username?: string | undefined; readonly email?: string | undefined },
  exceptId?: string,
): Promise<{ readonly username: boolean; readonly email: boolean }> {
  const looksAlike = eq(lookalikeKey(users.username), lookalikeKey(sql`${username ?? null}::text`))
  const matches = await db
    .select({ id: users.id, email: users.email, looksAlike: sql<boolean | null>`${looksAlike}` })
    .from(users)
    .where(or(looksAlike, matchesLogin(username ?? "", email ?? "")))
  const others = matches.filter(({ id }) => id !== exceptId)
  return {
    username: others.some((user) => user.looksAlike),
    email: email !== undefined && others.some((user) => user.email.toLowerCase() === email.toLowerCase()),
  }
}

/** Finds a user by user name or email address. They cannot collide: a user name has no `@`. */
export async function findUserByLogin(db: Db | Tx, name: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(matchesLogin(name, name)).limit(1)
  return row
}

function matchesLogin(username: string, email: string) {
  return or(
    eq(sql`lower(${users.username})`, username.toLowerCase()),
    eq(sql`lower(${users.email})`, email.toLowerCase()),
  )
}

export async function findUser(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const [row] = await userById(db).execute({ id })
  return row
}

const userById = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("one_user"),
)

export async function findUserForUpdate(tx: Tx, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for("update")
  return row
}

export async function findUserByGoogleForUpdate(tx: Tx, googleId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.googleId, googleId)).for("update")
  return row
}

export async function findUserByEmailForUpdate(tx: Tx, email: string): Promise<UserRow | undefined> {
  const hasEmail = eq(sql`lower(${users.email})`, email.toLowerCase())
  const [row] = await tx.select().from(users).where(hasEmail).for("update")
  return row
}

/** @throws a unique violation of the database when the user name or the email address is taken */
export async function updateUser(tx: Tx, id: string, changes: Partial<UserRow>): Promise<UserRow | undefined> {
  const [row] = await tx.update(users).set(changes).where(eq(users.id, id)).returning()
  return row
}

/** Locks the active administrators, so that two who demote each other concurrently cannot both succeed. */
export async function lockAdmins(tx: Tx): Promise<readonly string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.approved, true)))
    .orderBy(users.id)
    .for("update")
  return rows.map(({ id }) => id)
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id))
}
