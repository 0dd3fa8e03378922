import type { NotificationDeviceId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { NOTIFICATION_DEVICES, type NotificationKind, type NotificationSettings } from "@haitech/contract/notifications"
import type { Deps } from "#deps.ts"
import { requireUserForUpdate } from "#features/accounts/service/account.ts"
import {
  deleteAllButNewest,
  deleteDevice,
  devicesOf,
  findKinds,
  lockSession,
  upsertKinds,
  upsertSubscription,
} from "#features/notifications/queries.ts"
import type { Member } from "#platform/actor.ts"
import { Problem } from "#platform/problem.ts"

type DeviceDeps = Pick<Deps, "db" | "limiter" | "push">

const LIMIT = { name: "notifications.user", limit: 60, windowSeconds: 3600 }

export async function readSettings(
  { db, push }: Pick<Deps, "db" | "push">,
  actor: Member,
): Promise<NotificationSettings> {
  const [kinds, devices] = await Promise.all([findKinds(db, actor.id), devicesOf(db, actor.id)])
  return {
    publicKey: push?.publicKey ?? null,
    kinds: [...kinds],
    devices: devices.map(({ sid, createdAt, ...device }) => ({
      ...device,
      isCurrent: sid === actor.session,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** @throws {Problem} `rate.limited` */
export async function chooseKinds(
  deps: DeviceDeps,
  actor: Member,
  kinds: NotificationKind[],
): Promise<NotificationSettings> {
  await deps.limiter.take(LIMIT, actor.id)
  await upsertKinds(deps.db, actor.id, kinds)
  return readSettings(deps, actor)
}

interface Subscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly timeZone: string
}

/**
 * The oldest device gives way to one too many.
 * @throws {Problem} `notifications.off`, `rate.limited`, `request.invalid` for an address that is no push service's, or
 * that is stored with other keys
 */
export async function addDevice(
  deps: DeviceDeps,
  actor: Member,
  { endpoint, keys, timeZone }: Subscription,
  language: Language,
): Promise<NotificationSettings> {
  const { db, limiter, push } = deps
  if (!push) throw new Problem("notifications.off")
  await limiter.take(LIMIT, actor.id)
  if (!push.accepts(endpoint)) throw invalidEndpoint()
  const values = { userId: actor.id, sid: actor.session, endpoint, ...keys, language, timeZone }
  await db.transaction(async (tx) => {
    await requireUserForUpdate(tx, actor.id)
    if (!(await lockSession(tx, actor.session))) throw new Problem("session.missing")
    if (!(await upsertSubscription(tx, values))) throw invalidEndpoint()
    await deleteAllButNewest(tx, actor.id, NOTIFICATION_DEVICES)
  })
  return readSettings(deps, actor)
}

/** @throws {Problem} `record.unknown` */
export async function removeDevice({ db }: Pick<Deps, "db">, actor: Member, id: NotificationDeviceId): Promise<void> {
  if (!(await deleteDevice(db, actor.id, id))) throw new Problem("record.unknown")
}

function invalidEndpoint(): Problem {
  return new Problem("request.invalid", { fields: { endpoint: "invalid" } })
}
