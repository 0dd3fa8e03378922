import {
  changeRole,
  endUserSessions,
  exportUsers,
  listUsers,
  listWaiting,
  readOverview,
  readUserRecord,
  type UserRecord,
} from "@haitech/contract/admin/accounts"
import { listUserEmails } from "@haitech/contract/admin/emails"
import { type AuditEntry, listAudit } from "@haitech/contract/audit"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { findNames, paginateAudit } from "#features/accounts/queries/audit.ts"
import { findSessions } from "#features/accounts/queries/sessions.ts"
import { paginateUsers, streamUsers } from "#features/accounts/queries/user-list.ts"
import { findUser } from "#features/accounts/queries/users.ts"
import { countWaiting, paginateWaiting } from "#features/accounts/queries/waiting.ts"
import { hasFactor } from "#features/accounts/service/factor-requirement.ts"
import { signOutUser, changeRole as updateRole } from "#features/accounts/service/roles.ts"
import { emailsToUser } from "#features/accounts/service/sent-emails.ts"
import { isRoleWaiting } from "#features/accounts/service/waiting-role.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { readAlert } from "#features/donations/service/attack-alerts.ts"
import { waitingLimits } from "#features/volunteers/service/waiting.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { counterValues } from "#platform/lists/counters.ts"
import { exportList } from "#platform/lists/export.ts"
import { Problem } from "#platform/problem.ts"

const SUMS = [
  "users",
  "contacts",
  "memberships",
  "donations.succeeded",
  "chat_messages",
  "chat_messages.unread",
] as const

export const adminUserRoutes = (deps: Deps) => [
  handle(readOverview, () => overviewOf(deps)),
  handle(listWaiting, async ({ query }) => {
    const page = await paginateWaiting(deps.db, query, waitingLimits(deps))
    return { ...page, rows: [...page.rows] }
  }),
  handleStaleRead(listUsers, async ({ query, db }) => {
    const page = await paginateUsers(db, query)
    return { ...page, rows: page.rows.map(present) }
  }),
  handleStaleRead(exportUsers, ({ actor, query, language, db }) =>
    exportList(deps.db, actor, {
      list: "users",
      question: query,
      language,
      titles: ["name", "username", "email", "role", "approved", "joined", "last_seen"],
      rows: streamUsers(db, query),
      cells,
    }),
  ),
  handle(readUserRecord, async ({ params }) => {
    const user = await findUser(deps.db, params.id)
    if (!user) throw new Problem("user.unknown")
    const rows = await findSessions(deps.db, user.id, "both", deps.now())
    const sessions = rows.map(({ sess: { device, beganAt, usedAt } }) => ({ device, beganAt, usedAt }))
    return { ...present(user), sessions, hasSecondFactor: await hasFactor(deps.db, user.id) }
  }),
  handleStaleRead(listUserEmails, ({ params, db }) => emailsToUser({ db }, params.id)),
  handle(endUserSessions, async ({ actor, params }) => {
    await signOutUser(deps, actor, params.id)
    return undefined
  }),
  handle(changeRole, async ({ actor, body }) => present(await updateRole(deps, actor, body))),
  handle(listAudit, async ({ query }) => {
    const page = await paginateAudit(deps.db, query)
    const ids = page.rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId].filter((id) => id !== null))
    const names = await findNames(deps.db, ids)
    return { ...page, rows: page.rows.map((row) => presentEntry(row, names)) }
  }),
]

async function overviewOf(deps: Deps) {
  const [sums, waiting, cardTesting] = await Promise.all([
    counterValues(deps.db, SUMS),
    countWaiting(deps.db, waitingLimits(deps)),
    readAlert(deps),
  ])
  return {
    waiting,
    cardTesting,
    users: sums.users,
    contacts: sums.contacts,
    memberships: sums.memberships,
    donationsTotal: sums["donations.succeeded"],
    chatMessages: sums.chat_messages,
    chatUnread: sums["chat_messages.unread"],
  }
}

function present(user: UserRow): UserRecord {
  const { id, email, username, firstName, lastName, profileImageUrl, role, isAdmin } = user
  return {
    id: id as UserId,
    email,
    username,
    firstName,
    lastName,
    profileImageUrl,
    role,
    isAdmin,
    approved: user.approved ? "true" : "false",
    isRoleWaiting: isRoleWaiting(user),
    createdAt: user.createdAt.toISOString(),
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  }
}

function cells(user: UserRow): (string | null)[] {
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ")
  const lastLogin = user.lastLoginAt?.toISOString() ?? null
  return [name, user.username, user.email, user.role, String(user.approved), user.createdAt.toISOString(), lastLogin]
}

type AuditRow = Awaited<ReturnType<typeof paginateAudit>>["rows"][number]

function presentEntry(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry {
  const { id, actorId, action, subjectId, before, after, createdAt } = row
  const actor = actorId === null ? undefined : names.get(actorId)
  return {
    id,
    actor: actor === undefined ? null : { id: actorId as UserId, name: actor },
    action,
    subjectId,
    subject: (subjectId && names.get(subjectId)) ?? null,
    before,
    after,
    createdAt: createdAt.toISOString(),
  }
}
