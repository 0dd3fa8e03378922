import { readSystem, sendTestEmail } from "@haitech/contract/admin/system"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { sendTest } from "./service.ts"

/** Each one asks a dozen servers. */
const CHECK_LIMIT = { name: "system.check", limit: 30, windowSeconds: 600 }
const EMAIL_LIMIT = { name: "system.test_email", limit: 10, windowSeconds: 3600 }

export const systemRoutes = (deps: Deps) => [
  handle(readSystem, async () => ({ findings: [...(await deps.checkSystem())], checkedAt: deps.now().toISOString() }), {
    limit: CHECK_LIMIT,
  }),
  handle(sendTestEmail, async ({ actor }) => ({ to: await sendTest(deps, actor.id) }), { limit: EMAIL_LIMIT }),
]
