import type { ProfileChange } from "@haitech/contract/members"
import type { Deps } from "#deps.ts"
import { changeAccount, requireUser } from "#features/accounts/service/account.ts"
import { isRoleWaiting } from "#features/accounts/service/waiting-role.ts"
import { findPreferences, upsertPreferences } from "#features/members/queries/preferences.ts"
import type { LearningPreferencesRow } from "#features/members/table.ts"
import type { Member } from "#platform/actor.ts"
import { Problem } from "#platform/problem.ts"
import { removePictureOf } from "./pictures.ts"

export interface MemberProfile {
  readonly user: Awaited<ReturnType<typeof requireUser>>
  readonly isRoleWaiting: boolean
  readonly preferences: LearningPreferencesRow | undefined
}

export async function readMemberProfile({ db }: Pick<Deps, "db">, actor: Member): Promise<MemberProfile> {
  const user = await requireUser(db, actor.id)
  return { user, isRoleWaiting: isRoleWaiting(user), preferences: await findPreferences(db, actor.id) }
}

/** One transaction (spec §5). @throws {Problem} `request.invalid`, `account.taken`, `session.stale`, `rate.limited` */
export async function changeProfile(deps: Deps, actor: Member, input: ProfileChange): Promise<MemberProfile> {
  const { currentPassword: password, programs, studyTimes, notifications, ...changes } = input
  const preferences = Object.fromEntries(
    Object.entries({ programs, studyTimes, notifications }).filter(([, value]) => value !== undefined),
  )
  await changeAccount(deps, actor, { changes, password }, async (tx, before) => {
    const { profileImageUrl: url } = changes
    // Only an upload may set a path on this site, so that a member cannot use another member's picture.
    if (url?.startsWith("/") && url !== before.profileImageUrl) {
      throw new Problem("request.invalid", { fields: { profileImageUrl: "image_url.invalid" } })
    }
    if (url !== undefined && url !== before.profileImageUrl) await removePictureOf(deps, tx, actor.id)
    if (Object.keys(preferences).length > 0) await upsertPreferences(tx, actor.id, preferences)
  })
  return readMemberProfile(deps, actor)
}
