import type { Language } from "@haitech/contract/languages"
import type { MembershipRequest } from "@haitech/contract/outreach"
import type { Deps } from "#deps.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { type JoinedMembership, upsertMembership } from "./queries.ts"

/** Somebody who never asked to join must not get letters because a stranger types their e-mail again and again. */
const EMAIL_LIMIT = { name: "membership.email", limit: 5, windowSeconds: 3600 }

/** What the outbox keeps of a welcome letter until it is sent. */
export interface Welcome {
  readonly to: string
  readonly name: string
  readonly language: Language
}

/**
 * Makes somebody a member, or refreshes their record (D9), and welcomes them by mail, at most once a day.
 * @throws {Problem} `rate.limited`
 */
export async function join(
  { db, limiter, now }: Deps,
  request: MembershipRequest,
  language: Language,
): Promise<JoinedMembership> {
  await limiter.take(EMAIL_LIMIT, request.email)
  return db.transaction(async (tx) => {
    const member = await upsertMembership(tx, request)
    const day = now().toISOString().slice(0, 10)
    const payload: Welcome = { to: request.email, name: request.name, language }
    await enqueue(tx, { kind: "membership.welcome", key: `membership.welcome:${member.id}:${day}`, payload })
    return member
  })
}
