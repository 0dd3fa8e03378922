import type { UserId } from "@haitech/contract/ids"
import {
  changeProfile,
  deleteUser,
  exportData,
  exportProgress,
  type Profile,
  readPicture,
  readProfile,
  uploadPicture,
} from "@haitech/contract/members"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { deleteMember } from "./service/erasure.ts"
import { exportMemberData, exportProgress as exportTable } from "./service/export.ts"
import { changePicture, readPicture as readOwnPicture } from "./service/pictures.ts"
import { changeProfile as change, type MemberProfile, readMemberProfile } from "./service/profile.ts"

export const memberRoutes = (deps: Deps) => [
  handle(readProfile, async ({ actor }) => present(await readMemberProfile(deps, actor))),
  handle(changeProfile, async ({ actor, body }) => present(await change(deps, actor, body))),
  handle(uploadPicture, async ({ actor, body }) => ({ profileImageUrl: await changePicture(deps, actor, body.image) })),
  handle(readPicture, async ({ actor, params, query }) => {
    const bytes = await readOwnPicture(deps, actor, params.id, query.size)
    return { type: "image/webp", bytes: new Uint8Array(bytes) }
  }),
  handle(exportData, async ({ actor }) => exportMemberData(deps, actor)),
  handle(exportProgress, async ({ actor, query, language }) => exportTable(deps, actor, query.language ?? language)),
  handle(deleteUser, async ({ actor, body, session }) => {
    await deleteMember(deps, actor, body.currentPassword)
    session.end()
    return undefined
  }),
]

function present({ user, isRoleWaiting, preferences }: MemberProfile): Profile {
  const { id, passwordHash, googleId, createdAt, ...fields } = user
  return {
    ...fields,
    id: id as UserId,
    isRoleWaiting,
    hasPassword: passwordHash !== null,
    hasGoogle: googleId !== null,
    programs: preferences?.programs ?? [],
    studyTimes: preferences?.studyTimes ?? [],
    notifications: preferences?.notifications ?? ["sessions", "courses"],
    createdAt: createdAt.toISOString(),
  }
}
