import {
  decideConsent,
  endConsent,
  readConsentByToken,
  readProtection,
  requestConsent,
  revokeConsentByToken,
  saveBirthYear,
} from "@haitech/contract/safeguarding"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { adminRoutes } from "./routes/admin.ts"
import { end, readProtectionOf, request } from "./service/consents.ts"
import { decide, readByToken, revokeByToken } from "./service/guardians.ts"
import { storeBirthYear } from "./service/protection.ts"

const LINK_LIMIT = { name: "guardian_link.address", limit: 60, windowSeconds: 600 }

export const safeguardingRoutes = (deps: Deps) => [
  handle(readProtection, ({ actor }) => readProtectionOf(deps.db, actor.id, deps.now())),
  handle(saveBirthYear, async ({ actor, body }) => {
    await storeBirthYear(deps.db, actor.id, body.birthYear, deps.now())
    return readProtectionOf(deps.db, actor.id, deps.now())
  }),
  handle(requestConsent, ({ actor, body }) => request(deps, actor, body)),
  handle(endConsent, ({ actor }) => end(deps, actor)),
  handle(readConsentByToken, ({ body }) => readByToken(deps, body.token), { limit: LINK_LIMIT }),
  handle(decideConsent, ({ body: { token, ...decision } }) => decide(deps, token, decision), { limit: LINK_LIMIT }),
  handle(revokeConsentByToken, ({ body }) => revokeByToken(deps, body.token), { limit: LINK_LIMIT }),
  ...adminRoutes(deps),
]
