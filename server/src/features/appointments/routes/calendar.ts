import {
  createCalendarFeed,
  deleteCalendarFeed,
  listCalendarDifferences,
  settleCalendarDifference,
} from "@haitech/contract/admin/appointments"
import { readCalendarFeed } from "@haitech/contract/appointments"
import type { Deps } from "#deps.ts"
import { openDifferences } from "#features/appointments/queries/external-calendar.ts"
import { deleteFeed } from "#features/appointments/queries/feeds.ts"
import { settleDifference } from "#features/appointments/service/calendar-differences.ts"
import { createFeed, readFeed } from "#features/appointments/service/feeds.ts"
import { meetingFactsOf } from "#features/appointments/service/meetings.ts"
import { presentRecord } from "#features/appointments/service/present.ts"
import { handle } from "#platform/http/handle.ts"

const FEED_LIMIT = { name: "calendar.feed", limit: 120, windowSeconds: 3600 }

export const calendarRoutes = (deps: Deps) => [
  handle(listCalendarDifferences, async () => {
    const rows = await openDifferences(deps.db)
    return rows.map(({ id, studentName, startsAt, calendarStartsAt }) => ({
      id,
      studentName,
      startsAt: startsAt.toISOString(),
      calendarStartsAt: calendarStartsAt?.toISOString() ?? null,
    }))
  }),
  handle(createCalendarFeed, async ({ actor }) => ({ url: await createFeed(deps, actor.id) })),
  handle(deleteCalendarFeed, async ({ actor }) => {
    await deleteFeed(deps.db, actor.id)
    return undefined
  }),
  handle(
    readCalendarFeed,
    async ({ params }) => ({ type: "text/calendar; charset=utf-8", bytes: await readFeed(deps, params.token) }),
    { limit: FEED_LIMIT },
  ),
  handle(settleCalendarDifference, async ({ actor, params, body }) => {
    const row = await settleDifference(deps, actor, params.id, body.take)
    return presentRecord(deps, row, await meetingFactsOf(deps.db, [row]))
  }),
]
