import { and, eq, gt, lte, or, sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"
import { type SessionRow, sessions, type UserRow, users } from "./table.ts"

interface NewUser {
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
}

/** Makes an account; nothing when the user name or the address is taken, in any case of its letters. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning()
  return row
}

/** Which of the two is taken. */
export async function takenBy(
  db: Db | Tx,
  { username, email }: Pick<NewUser, "username" | "email">,
): Promise<{ readonly username: boolean; readonly email: boolean }> {
  const found = await db
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(named(username, email))
  const same = (a: string | null, b: string) => a?.toLowerCase() === b?.toLowerCase()
  return {
    username: found.some((user) => same(user.username, username)),
    email: found.some((user) => same(user.email, email)),
  }
}

/** Who signs in by this user name or this address. A user name cannot be somebody else's address: it has no `@`. */
export async function userNamed(db: Db, name: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(named(name, name)).limit(1)
  return row
}

function named(username: string, email: string) {
  return or(
    eq(sql`lower(${users.username})`, username.toLowerCase()),
    eq(sql`lower(${users.email})`, email.toLowerCase()),
  )
}

export async function insertSession(db: Db | Tx, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function noteLogin(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.update(users).set({ lastLoginAt: at }).where(eq(users.id, id))
}

export interface OpenSession {
  readonly user: UserRow
  readonly session: SessionRow
}

/** The session of this name that has not run out, and whose it is. */
export async function openSession(db: Db, sid: string, now: Date): Promise<OpenSession | undefined> {
  const [row] = await sessionOfUser(db).execute({ sid, now })
  return row
}

const sessionOfUser = prepared((db) =>
  db
    .select({ user: users, session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess} ->> 'userId')::uuid`))
    .where(
      and(
        eq(sessions.sid, sql.placeholder("sid")),
        gt(sessions.expire, sql.placeholder("now")),
        eq(users.approved, true),
      ),
    )
    .prepare("session_of_user"),
)

export async function prolongSession(db: Db, sid: string, expire: Date): Promise<void> {
  await db.update(sessions).set({ expire }).where(eq(sessions.sid, sid))
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expire, now))
}

export async function deleteSession(db: Db, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid))
}
