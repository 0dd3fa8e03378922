import type { Deps } from "#deps.ts"
import { verifyPassword } from "#features/accounts/service/passwords.ts"
import { confirmSession } from "#features/accounts/service/sessions.ts"
import type { Member } from "#platform/actor.ts"

export async function confirmOwnPassword(deps: Deps, actor: Member, password: string): Promise<void> {
  await verifyPassword(deps, actor, password)
  await confirmSession(deps, actor.session)
}
