import { countRetention, listRetention, readRetentionPeriods, saveRetention } from "@haitech/contract/admin/retention"
import { searchRecords } from "@haitech/contract/admin/search"
import { readSystem, sendTestEmail, startBackup } from "@haitech/contract/admin/system"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import {
  listRetention as allRetention,
  countOlder,
  presentPeriods,
  saveRetention as save,
} from "./service/retention.ts"
import { searchRecords as search } from "./service/search.ts"
import { requestBackup, sendTest } from "./service.ts"

/** Each one asks a dozen servers. */
const CHECK_LIMIT = { name: "system.check", limit: 30, windowSeconds: 600 }
const RETENTION_LIMIT = { name: "system.retention", limit: 120, windowSeconds: 600 }
const BACKUP_LIMIT = { name: "system.backup", limit: 3, windowSeconds: 3600 }
const EMAIL_LIMIT = { name: "system.test_email", limit: 10, windowSeconds: 3600 }

export const systemRoutes = (deps: Deps) => [
  handle(searchRecords, async ({ query }) => ({ groups: await search(deps, query.q) })),
  handle(readSystem, async () => ({ findings: [...(await deps.checkSystem())], checkedAt: deps.now().toISOString() }), {
    limit: CHECK_LIMIT,
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
