import { createAmbassadorCode, readAmbassador } from "@haitech/contract/ambassadors"
import { LANGUAGES, type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { authenticateMember } from "#features/accounts/service/sessions.ts"
import { findValidCode, readAmbassador as read, renewCode, VIA_PATH } from "#features/volunteers/service/ambassadors.ts"
import { handle } from "#platform/http/handle.ts"
import type { RedirectRoute } from "#platform/http/redirect-routes.ts"

/** Wide, since many learners share their carrier's address. */
const LIMIT = { name: "via.address", limit: 300, windowSeconds: 900 }
const THIRTY_DAYS_S = 2_592_000

export const ambassadorRoutes = (deps: Deps) => [
  handle(readAmbassador, ({ actor }) => read(deps, actor.id)),
  handle(createAmbassadorCode, ({ actor, body }) => renewCode(deps, actor.id, body.was)),
]

/** `/fr/via/…` leads to the French page; `/via/…` to that in the language of the visitor's browser. */
export const ambassadorRedirectRoutes = (deps: Deps): readonly RedirectRoute[] =>
  LANGUAGES.map((prefix) => {
    const home = (language: Language) => `${pathIn(prefix === "en" ? language : prefix, "/")}#membership`
    return {
      path: `${pathIn(prefix, VIA_PATH)}/:code` as `/${string}`,
      limit: LIMIT,
      otherwise: home,
      async receive({ address, language, session, via }) {
        const actor = session.secret ? await authenticateMember(deps, session.secret) : null
        const code = await findValidCode(deps, address.pathname, actor)
        if (code) via.set(code, THIRTY_DAYS_S)
        return home(language)
      },
    }
  })
