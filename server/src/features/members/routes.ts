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
import { answer } from "#platform/http/answer.ts"
import { Problem } from "#platform/problem.ts"
import { pictureOf } from "./queries/pictures.ts"
import { exportEverything, exportProgress as exportTable } from "./service/export.ts"
import { changePicture } from "./service/pictures.ts"
import { changeProfile as change, deleteMember, type Profiled, profileOf } from "./service/profile.ts"

export const memberRoutes = (deps: Deps) => [
  answer(readProfile, async ({ actor }) => present(await profileOf(deps, actor))),
  answer(changeProfile, async ({ actor, body }) => present(await change(deps, actor, body))),
  answer(uploadPicture, async ({ actor, body }) => ({ profileImageUrl: await changePicture(deps, actor, body.image) })),
  answer(readPicture, async ({ actor, params, query }) => {
    const bytes = await pictureOf(deps.db, actor.id, params.id, query.size)
    if (!bytes) throw new Problem("picture.unknown")
    return { type: "image/webp", bytes: new Uint8Array(bytes) }
  }),
  answer(exportData, async ({ actor }) => exportEverything(deps, actor)),
  answer(exportProgress, async ({ actor, query, language }) => exportTable(deps, actor, query.language ?? language)),
  answer(deleteUser, async ({ actor, body, session }) => {
    await deleteMember(deps, actor, body.currentPassword)
    session.end()
    return undefined
  }),
]

function present({ person, preferences }: Profiled): Profile {
  const { id, passwordHash, googleId, createdAt, ...said } = person
  return {
    ...said,
    id: id as UserId,
    hasPassword: passwordHash !== null,
    hasGoogle: googleId !== null,
    programs: preferences?.programs ?? [],
    studyTimes: preferences?.studyTimes ?? [],
    notifications: preferences?.notifications ?? ["sessions", "courses"],
    createdAt: createdAt.toISOString(),
  }
}
