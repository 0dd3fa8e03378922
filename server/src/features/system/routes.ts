import { countRetention, listRetention, readRetentionPeriods, saveRetention } from "@haitech/contract/admin/retention"
import { searchRecords } from "@haitech/contract/admin/search"
import { readSystem, readWebVitals, sendTestEmail, startBackup } from "@haitech/contract/admin/system"
import { sendWebVitals } from "@haitech/contract/web-vitals"
import type { Deps } from "#deps.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"
import { vitalsSince } from "./queries.ts"
import {
  listRetention as allRetention,
  countOlder,
  presentPeriods,
  saveRetention as save,
} from "./service/retention.ts"
import { searchRecords as search } from "./service/search.ts"
import { dayOf } from "./service/web-vitals.ts"
import { requestBackup, sendTest } from "./service.ts"

/** Each one asks a dozen servers. */
const CHECK_LIMIT = { name: "system.check", limit: 30, windowSeconds: 600 }
const RETENTION_LIMIT = { name: "system.retention", limit: 120, windowSeconds: 600 }
const BACKUP_LIMIT = { name: "system.backup", limit: 3, windowSeconds: 3600 }
const EMAIL_LIMIT = { name: "system.test_email", limit: 10, windowSeconds: 3600 }

const SHOWN_DAYS = 84

export const systemRoutes = (deps: Deps) => [
  handleStaleRead(searchRecords, async ({ query, db }) => ({ groups: await search({ ...deps, db }, query.q) })),
  handle(readSystem, async () => ({ findings: [...(await deps.checkSystem())], checkedAt: deps.now().toISOString() }), {
    limit: CHECK_LIMIT,
  }),
  handleStaleRead(readWebVitals, async ({ db }) => ({
    isOn: deps.webVitals !== undefined,
    ...(await vitalsSince(db, dayOf(deps.now(), -SHOWN_DAYS))),
  })),
  handle(sendWebVitals, async ({ body, address }) => {
    if (!deps.webVitals) throw new Problem("call.unknown")
    deps.webVitals.add(body, address)
    return {}
  }),
  handle(listRetention, () => allRetention(deps), { limit: RETENTION_LIMIT }),
  handle(readRetentionPeriods, () => presentPeriods(deps)),
  handle(countRetention, ({ params, query }) => countOlder(deps, params.kind, query.period), {
    limit: RETENTION_LIMIT,
  }),
  handle(saveRetention, ({ actor, params, body }) => save(deps, actor, { ...params, ...body })),
  handle(startBackup, () => requestBackup(deps), { limit: BACKUP_LIMIT }),
  handle(sendTestEmail, async ({ actor }) => ({ to: await sendTest(deps, actor.id) }), { limit: EMAIL_LIMIT }),
]
