import { randomBytes } from "node:crypto"
import type { Deps } from "#deps.ts"
import { hashOf } from "#features/accounts/service/sessions.ts"
import { hasFeed, saveFeed, sessionsSince } from "#features/appointments/queries/feeds.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"

const TOKEN_BYTES = 32
const PAST_MS = 30 * 86_400_000

/** @returns the address, which is not kept */
export async function createFeed({ db, now, site }: Deps, userId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url")
  await saveFeed(db, userId, hashOf(token), now())
  return `${site.url}/api/calendars/${token}`
}

/** Without students' names: many are minors, and other companies read it. @throws {Problem} `record.unknown` */
export async function readFeed({ calendar, db, now, site }: Deps, token: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!(await hasFeed(db, hashOf(token)))) throw new Problem("record.unknown")
  const rows = await sessionsSince(db, new Date(now().getTime() - PAST_MS))
  return calendar.renderFeed(
    rows.map((row) => ({
      id: `${row.id}@${new URL(site.url).hostname}`,
      revision: row.revision,
      stamp: row.updatedAt,
      startsAt: startOf(row),
      endsAt: row.endsAt,
      summary: `${text("en", `schedule.${row.sessionType}`)}: ${text("en", `schedule.${row.subject}`)}`,
      url: `${site.url}/admin/calendar?open=${row.id}`,
      isConfirmed: row.status === "approved",
    })),
  )
}
