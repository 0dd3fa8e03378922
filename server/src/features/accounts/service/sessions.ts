import { createHash, randomBytes } from "node:crypto"
import type { Deps } from "#deps.ts"
import {
  deleteSession,
  deleteSessionsOf,
  extendSession,
  findOpenSession,
  findSessions,
  insertSession,
  publishSessionsEnded,
  recordDevice,
  SESSIONS_CHANNEL,
} from "#features/accounts/queries/sessions.ts"
import { updateUser } from "#features/accounts/queries/users.ts"
import { absoluteExpiryOf, expiryOf, isFresh, isWorthExtending } from "#features/accounts/rules.ts"
import type { SessionData, SessionRow, UserRow } from "#features/accounts/table.ts"
import type { Member } from "#platform/actor.ts"
import type { Bus } from "#platform/bus.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { sendNewDeviceEmail } from "./emails.ts"

/** A session that has just begun: its secret is in nobody's hands but the caller's. */
export interface StartedSession {
  readonly user: UserRow
  readonly secret: string
  /** The cookie's end. It is set once, so it lasts as long as the most used session; the row ends an idle one. */
  readonly until: Date
}

/** Who signs in, how, and with what. */
export interface SignIn {
  readonly user: UserRow
  readonly by: SessionData["by"]
  readonly browser: {
    /** Of the session that it showed: it ends, so that nobody has two in one browser. */
    readonly secret: string | undefined
    /** The browser's own secret, and what a person would call the device. */
    readonly device: { readonly secret: string; readonly name: string }
  }
  readonly kind?: SessionData["kind"]
}

/**
 * Begins a session: a new name at every sign-in, so that one that was planted in a browser beforehand opens nothing.
 * The first sign-in from a device that is not known yet is told by mail.
 */
export async function startSession(
  tx: Tx,
  { user, by, browser, kind = "member" }: SignIn,
  at: Date,
): Promise<StartedSession> {
  const { device } = browser
  if (browser.secret) await endIn(tx, hashOf(browser.secret))
  const secret = randomBytes(32).toString("base64url")
  const [beganAt, usedAt] = [at.toISOString(), at.toISOString()]
  const sess = { userId: user.id, kind, by, beganAt, usedAt, device: device.name }
  await insertSession(tx, { sid: hashOf(secret), sess, expire: expiryOf(kind, at, at) })
  await updateUser(tx, user.id, { lastLoginAt: at })
  if (await recordDevice(tx, user.id, hashOf(device.secret), at)) await sendNewDeviceEmail(tx, user, device.name, at)
  return { user, secret, until: absoluteExpiryOf(kind, at) }
}

export interface Caller {
  readonly user: UserRow
  readonly session: SessionRow
}

/** The account and the session behind a secret; a session in use lives on. */
export async function callerOf({ db, now }: Pick<Deps, "db" | "now">, secret: string): Promise<Caller | null> {
  const found = await findOpenSession(db, hashOf(secret), now())
  if (!found) return null
  const { sid, expire, sess } = found.session
  const next = expiryOf(sess.kind, new Date(sess.beganAt), now())
  if (isWorthExtending(sess.kind, expire, next)) await extendSession(db, sid, next, now())
  return found
}

/** Who a session's secret belongs to: a member's session has no rights of an administrator (D3). */
export async function memberOf(deps: Pick<Deps, "db" | "now">, secret: string): Promise<Member | null> {
  const found = await callerOf(deps, secret)
  if (!found) return null
  const { user, session } = found
  const { kind, by, beganAt } = session.sess
  return {
    id: user.id,
    isAdmin: kind === "admin" && user.isAdmin,
    session: session.sid,
    isFreshByGoogle: by === "google" && isFresh(new Date(beganAt), deps.now()),
  }
}

/** Does a secret open a session still? Asking is no visit: it does not prolong the session. */
export async function isOpen({ db, now }: Pick<Deps, "db" | "now">, secret: string): Promise<boolean> {
  return (await findOpenSession(db, hashOf(secret), now())) !== undefined
}

/** Where a member is signed in, this session first. */
export async function findOwnSessions({ db, now }: Deps, actor: Member): Promise<readonly SessionRow[]> {
  const rows = await findSessions(db, actor.id, "member", now())
  return rows.toSorted((a, b) => Number(b.sid === actor.session) - Number(a.sid === actor.session))
}

/** Ends a session, whether there is one or not. */
export async function signOut({ db }: Pick<Deps, "db">, secret: string | undefined): Promise<void> {
  if (secret) await endOne(db, hashOf(secret))
}

/** @throws {Problem} `session.unknown` */
export async function signOutOne({ db }: Deps, actor: Member, sid: string): Promise<void> {
  if (!(await endOne(db, sid, actor.id))) throw new Problem("session.unknown")
}

/** Signs a member out everywhere. */
export function signOutEverywhere({ db }: Deps, actor: Member): Promise<number> {
  return db.transaction((tx) => revokeSessions(tx, actor.id))
}

function endOne(db: Deps["db"], sid: string, of?: string): Promise<boolean> {
  return db.transaction((tx) => endIn(tx, sid, of))
}

async function endIn(tx: Tx, sid: string, of?: string): Promise<boolean> {
  const userId = await deleteSession(tx, sid, of)
  if (userId) await publishSessionsEnded(tx, userId)
  return userId !== undefined
}

/**
 * Ends a person's sessions, all or all but one, in the caller's transaction; every process closes their sockets once
 * it is committed (C4). The one way in which logout, reset, change of password or role, disabling and deletion do it.
 * @returns how many there were
 */
export async function revokeSessions(tx: Tx, userId: string, except?: string): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId, except)
  await publishSessionsEnded(tx, userId)
  return ended
}

/** Calls `check` with the user whose sessions ended, in whatever process; with nobody when some may have gone unheard. */
export function onSessionsEnded(bus: Bus, check: (userId?: string) => Promise<void>) {
  return bus.subscribe(
    SESSIONS_CHANNEL,
    (userId) => void check(userId),
    () => void check(),
  )
}

/** A secret as the tables hold it: SHA-256, in hex. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
