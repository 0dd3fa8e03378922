import type { Deps } from "#deps.ts"
import { type DemoUser, ensureDemoUser } from "#features/accounts/service/demo.ts"
import { addDemoSessions } from "#features/appointments/service/demo.ts"
import { learnAsDemo } from "#features/learning/service/demo.ts"
import { claimStarter, isClaimed } from "#platform/content/starter.ts"

const [MEMBER, SESSIONS] = ["demo member", "demo sessions"]

/**
 * The demo member and the demo appointments (D7), once per database: what an administrator deletes does not come back.
 * A start that was cut off is completed by the next one. @returns undefined once the member was deleted
 */
export async function publishDemo(deps: Deps): Promise<DemoUser | undefined> {
  await deps.db.transaction(async (tx) => {
    if (await claimStarter(tx, SESSIONS)) await addDemoSessions(deps, tx)
  })
  const isDone = await isClaimed(deps.db, MEMBER)
  const user = await ensureDemoUser(deps, { mayCreate: !isDone })
  if (isDone || !user) return user
  await learnAsDemo(deps, user.id)
  await deps.db.transaction((tx) => claimStarter(tx, MEMBER))
  return user
}
