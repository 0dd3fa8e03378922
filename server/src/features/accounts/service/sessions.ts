import { createHash, randomBytes } from "node:crypto"
import type { Deps } from "#deps.ts"
import { deleteDeviceCodeOf } from "#features/accounts/queries/device-codes.ts"
import { deletePendingSignInsOf } from "#features/accounts/queries/pending-sign-ins.ts"
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
  setConfirmed,
} from "#features/accounts/queries/sessions.ts"
import { updateUser } from "#features/accounts/queries/users.ts"
import { absoluteExpiryOf, expiryOf, isFresh, isWorthExtending } from "#features/accounts/rules.ts"
import type { SessionData, SessionRow, UserRow } from "#features/accounts/table.ts"
import type { Member } from "#platform/actor.ts"
import type { Bus } from "#platform/bus.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { sendNewDeviceEmail } from "./emails.ts"
import { isFactorOverdue } from "./factor-requirement.ts"
import { effectiveRole } from "./waiting-role.ts"

const NEVER = new Date(0).toISOString()

export interface StartedSession {
  readonly user: UserRow
  readonly secret: string
  /** The session's absolute expiry: the cookie is set once, and the row expires earlier when the session is idle. */
  readonly cookieExpiresAt: Date
}

export interface SignIn {
  readonly user: UserRow
  readonly provider: SessionData["by"]
  readonly browser: {
    /** Of the browser's current session, which ends: a browser has one session at a time. */
    readonly secret: string | undefined
    readonly device: { readonly secret: string; readonly name: string }
  }
  readonly kind?: SessionData["kind"]
  /** The device whose code was typed. Nobody proved just now who they are, so the session is not fresh. */
  readonly movedFrom?: string
}

/** Starts a session with a new secret (against session fixation). An email notifies the user of a new device. */
export async function startSession(
  tx: Tx,
  { user, provider, browser, kind = "member", movedFrom }: SignIn,
  at: Date,
): Promise<StartedSession> {
  const { device } = browser
  if (browser.secret) await endSession(tx, hashOf(browser.secret))
  const secret = randomBytes(32).toString("base64url")
  const [beganAt, usedAt] = [at.toISOString(), at.toISOString()]
  const moved = movedFrom === undefined ? {} : { movedFrom, confirmedAt: NEVER }
  const sess = { userId: user.id, kind, by: provider, beganAt, usedAt, device: device.name, ...moved }
  await insertSession(tx, { sid: hashOf(secret), sess, expire: expiryOf(kind, at, at) })
  await updateUser(tx, user.id, { lastLoginAt: at })
  if (await recordDevice(tx, user.id, hashOf(device.secret), at)) await sendNewDeviceEmail(tx, user, device.name, at)
  return { user, secret, cookieExpiresAt: absoluteExpiryOf(kind, at) }
}

interface Caller {
  readonly user: UserRow
  readonly session: SessionRow
}

async function authenticateSession({ db, now }: Pick<Deps, "db" | "now">, secret: string): Promise<Caller | null> {
  const caller = await findOpenSession(db, hashOf(secret), now())
  if (!caller) return null
  const { sid, expire, sess } = caller.session
  const next = expiryOf(sess.kind, new Date(sess.beganAt), now())
  if (isWorthExtending(sess.kind, expire, next)) await extendSession(db, sid, next, now())
  return caller
}

/** The actor of a session's secret: an administrator's member session has no admin rights (D3). */
export async function authenticateMember(
  deps: Pick<Deps, "admin" | "db" | "now">,
  secret: string,
): Promise<Member | null> {
  const caller = await authenticateSession(deps, secret)
  if (!caller) return null
  const { user, session } = caller
  const { kind, by, beganAt, confirmedAt = beganAt } = session.sess
  const isAdmin = kind === "admin" && user.isAdmin
  const lacksFactor = isAdmin && (await isFactorOverdue(deps, user))
  const member = {
    id: user.id,
    isAdmin: isAdmin && !lacksFactor,
    lacksFactor,
    role: effectiveRole(user),
    session: session.sid,
    isFreshByGoogle: by === "google" && isFresh(new Date(beganAt), deps.now()),
    isFresh: isFresh(new Date(confirmedAt), deps.now()),
  }
  users.set(member, user)
  return member
}

const users = new WeakMap<Member, UserRow>()

export function authenticatedUser(actor: Member): UserRow {
  const user = users.get(actor)
  if (!user) throw new Error("the actor was not authenticated")
  return user
}

export async function confirmSession({ db, now }: Pick<Deps, "db" | "now">, sid: string): Promise<void> {
  await setConfirmed(db, sid, now())
}

export async function isSessionOpen({ db, now }: Pick<Deps, "db" | "now">, secret: string): Promise<boolean> {
  return (await findOpenSession(db, hashOf(secret), now())) !== undefined
}

export async function findOwnSessions({ db, now }: Deps, actor: Member): Promise<readonly SessionRow[]> {
  const rows = await findSessions(db, actor.id, "member", now())
  return rows.toSorted((a, b) => Number(b.sid === actor.session) - Number(a.sid === actor.session))
}

export async function signOut({ db }: Pick<Deps, "db">, secret: string | undefined): Promise<void> {
  if (secret) await db.transaction((tx) => endSession(tx, hashOf(secret)))
}

/** @throws {Problem} `session.unknown` */
export async function signOutOne({ db }: Deps, actor: Member, sid: string): Promise<void> {
  const isEnded = await db.transaction((tx) => endSession(tx, sid, actor.id))
  if (!isEnded) throw new Problem("session.unknown")
}

export function signOutEverywhere({ db }: Deps, actor: Member): Promise<number> {
  return db.transaction((tx) => revokeSessions(tx, actor.id))
}

async function endSession(tx: Tx, sid: string, ownerId?: string): Promise<boolean> {
  const userId = await deleteSession(tx, sid, ownerId)
  if (userId) await publishSessionsEnded(tx, userId)
  return userId !== undefined
}

/** Every process closes the sessions' sockets after the commit (C4). @returns the number of sessions that ended */
export async function revokeSessions(tx: Tx, userId: string, exceptSid?: string): Promise<number> {
  const count = await deleteSessionsOf(tx, userId, exceptSid)
  await deletePendingSignInsOf(tx, userId)
  await deleteDeviceCodeOf(tx, userId)
  await publishSessionsEnded(tx, userId)
  return count
}

/** Calls `check` with the id of a user whose sessions ended, or without an id when notifications may be lost. */
export function onSessionsEnded(bus: Bus, check: (userId?: string) => Promise<void>) {
  return bus.subscribe(
    SESSIONS_CHANNEL,
    (userId) => void check(userId),
    () => void check(),
  )
}

export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
