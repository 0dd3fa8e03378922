import { LEARNING_PROGRAMS } from "@haitech/contract/members"
import type { Program } from "@haitech/contract/outreach"
import { upsertPreferences } from "#features/members/queries/preferences.ts"
import type { Tx } from "#platform/db/client.ts"

/** A new member's first program. The others that the join form offers are no subjects to learn. */
export async function preferProgram(tx: Tx, userId: string, program: Program | undefined): Promise<void> {
  const programs = LEARNING_PROGRAMS.filter((known) => known === program)
  if (programs.length > 0) await upsertPreferences(tx, userId, { programs })
}
