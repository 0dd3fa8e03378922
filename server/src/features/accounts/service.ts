import { createHash, randomBytes } from "node:crypto"
import type { LoginRequest, RegisterRequest } from "@haitech/contract/accounts"
import type { FieldError } from "@haitech/contract/field-errors"
import type { Deps } from "#deps.ts"
import type { Member } from "#platform/actor.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
  insertUser,
  noteLogin,
  openSession,
  prolongSession,
  takenBy,
  userNamed,
} from "./queries.ts"
import { expiryOf, isWorthProlonging } from "./rules.ts"
import type { UserRow } from "./table.ts"

/** So often may one account be tried, wherever from; the limit per address stands beside the route (security C7). */
const ACCOUNT_LIMIT = { name: "login.account", limit: 10, windowSeconds: 900 }

/** A session that has just begun: its secret is in nobody's hands but the caller's. */
export interface Begun {
  readonly user: UserRow
  readonly secret: string
  readonly until: Date
}

/**
 * Makes an account and signs its owner in.
 * @throws {Problem} `account.taken`, with the field that is; `server.busy`
 */
export async function signUp({ db, passwords, now }: Deps, asked: RegisterRequest): Promise<Begun> {
  const { password, loginProvider: _, ...person } = asked
  const passwordHash = await passwords.hash(password)
  const begun = await db.transaction(async (tx) => {
    const user = await insertUser(tx, { ...person, passwordHash })
    return user && begin(tx, user, now())
  })
  if (begun) return begun
  const taken = await takenBy(db, person)
  const fields: Record<string, FieldError> = {
    ...(taken.username && { username: "username.taken" }),
    ...(taken.email && { email: "email.taken" }),
  }
  throw new Problem("account.taken", { fields })
}

/**
 * Signs somebody in by user name or address. A name that nobody has takes as long as a wrong password.
 * @throws {Problem} `login.refused`, `rate.limited`, `server.busy`
 */
export async function signIn(
  { db, limiter, passwords, now }: Deps,
  { usernameOrEmail, password }: LoginRequest,
): Promise<Begun> {
  await limiter.take(ACCOUNT_LIMIT, usernameOrEmail)
  const user = await userNamed(db, usernameOrEmail)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  if (!user || !isRight || !user.approved) throw new Problem("login.refused")
  return db.transaction((tx) => begin(tx, user, now()))
}

/** Takes away what ran out; once in a while is enough, since it opens nothing. */
export async function sweepSessions({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteExpiredSessions(db, now())
}

/** Ends a session, whether there is one or not. */
export async function signOut({ db }: Pick<Deps, "db">, secret: string | undefined): Promise<void> {
  if (secret) await deleteSession(db, sidOf(secret))
}

/** Who a session's secret belongs to: a member's session has no rights of an administrator (D3). */
export async function memberOf(deps: Pick<Deps, "db" | "now">, secret: string): Promise<Member | null> {
  const found = await userOf(deps, secret)
  return found && { id: found.id, isAdmin: false }
}

/** The account behind a session; a session in use lives on. */
export async function userOf({ db, now }: Pick<Deps, "db" | "now">, secret: string): Promise<UserRow | null> {
  const found = await openSession(db, sidOf(secret), now())
  if (!found) return null
  await keepAlive(db, found.session, now())
  return found.user
}

async function keepAlive(
  db: Db,
  { sid, sess, expire }: { sid: string; sess: Readonly<Record<string, unknown>>; expire: Date },
  now: Date,
): Promise<void> {
  const next = expiryOf(new Date(String(sess["beganAt"])), now)
  if (isWorthProlonging(expire, next)) await prolongSession(db, sid, next)
}

// A new name at every sign-in: one that was planted in a browser beforehand opens nothing.
async function begin(tx: Tx, user: UserRow, at: Date): Promise<Begun> {
  const secret = randomBytes(32).toString("base64url")
  const until = expiryOf(at, at)
  const sess = { userId: user.id, beganAt: at.toISOString() }
  await insertSession(tx, { sid: sidOf(secret), sess, expire: until })
  await noteLogin(tx, user.id, at)
  return { user, secret, until }
}

function sidOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
